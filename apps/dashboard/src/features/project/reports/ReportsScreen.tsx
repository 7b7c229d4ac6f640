import { type ContentSummary, contentPermissions, READY_REPORTS } from '@stoa/contract'
import {
  ActionsMenu,
  Button,
  type Column,
  DataList,
  Empty,
  formatAge,
  Icon,
  MenuItem,
  Page,
  PageHeader,
  Section,
} from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { ChartNoAxesCombined, Plus, Trash2, Users } from 'lucide-react'
import { listFailure } from '../../../api/failure.ts'
import { answerPermission, usePermission } from '../../../api/permissions.ts'
import { useShell } from '../../../api/shell.ts'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useProject } from '../../../parts/project/project.ts'
import { READY } from './ready-reports.ts'
import { useNewReport, useRemoveReport, useReports } from './use-reports.ts'

/** All reports of a project: those that stand ready, and those that people made. */
export function ReportsScreen() {
  const project = useProject()
  const { ref } = project
  usePageTitle('Reports', project.name)
  const reports = useReports(ref)
  const create = usePermission(contentPermissions.create, { ref })
  const make = useNewReport(ref)
  const newReport = (size: 'sm' | 'md') => (
    <Button
      variant="primary"
      size={size}
      icon={Plus}
      busy={make.isPending}
      disabledReason={create.reason}
      onClick={() => make.mutate(undefined)}
    >
      New report
    </Button>
  )
  const isEmpty = reports.data?.length === 0
  return (
    <Page>
      <PageHeader
        title="Reports"
        description="What happens in the project, in figures. A report of your own puts queries and measurements on one page."
        actions={isEmpty ? undefined : newReport('sm')}
      />
      <Section title="Ready-made">
        <ul className="report-ready">
          {READY_REPORTS.map((id) => (
            <li key={id}>
              <Link to="/project/$ref/reports/$id" params={{ ref, id }}>
                <Icon of={READY[id].icon} />
                <span>
                  <span className="block font-medium text-fg-1">{READY[id].name}</span>
                  <span className="ui-hint">{READY[id].description}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Made by people" count={reports.data?.length}>
        <DataList
          label="Reports"
          columns={useColumns(ref)}
          rows={reports.data}
          rowKey={({ id }) => id}
          {...listFailure(reports, 'Failed to load the reports')}
          empty={
            <Empty
              title="No reports yet"
              text="Put queries and measurements on one page, which is asked again whenever it is opened."
              action={newReport('md')}
            />
          }
        />
      </Section>
    </Page>
  )
}

function useColumns(ref: string): Column<ContentSummary>[] {
  const shell = useShell()
  const remove = useRemoveReport(ref)
  return [
    {
      key: 'name',
      header: 'Name',
      clip: true,
      width: '100%',
      narrow: 'title',
      cell: ({ id, name }) => (
        <Link to="/project/$ref/reports/$id" params={{ ref, id }} className="ui-rowlink flex items-center gap-2">
          <Icon of={ChartNoAxesCombined} size="sm" />
          <span className="clip">{name}</span>
        </Link>
      ),
    },
    {
      key: 'visibility',
      header: 'Seen by',
      narrow: 'sub',
      cell: ({ visibility, owner, owner_id }) => (
        <span className="flex items-center gap-1.5 whitespace-nowrap text-fg-2">
          {visibility === 'project' ? <Icon of={Users} size="xs" /> : null}
          {visibility === 'user'
            ? 'You alone'
            : owner_id === shell.profile.id
              ? 'Everybody in the project'
              : `Everybody, shared by ${owner.username}`}
        </span>
      ),
    },
    {
      key: 'changed',
      header: 'Changed',
      narrow: 'sub-end',
      cell: ({ updated_at }) => <span className="whitespace-nowrap text-fg-3">{formatAge(updated_at)}</span>,
    },
    {
      key: 'menu',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      narrow: 'actions',
      cell: (report) => (
        <ActionsMenu of={report.name}>
          <MenuItem
            icon={Trash2}
            destructive
            disabledReason={answerPermission(shell, contentPermissions.remove, { ref, owner: report.owner_id }).reason}
            onSelect={() => remove.mutate(report)}
          >
            Delete
          </MenuItem>
        </ActionsMenu>
      ),
    },
  ]
}
