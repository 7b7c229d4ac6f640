import { contentPermissions, READY_REPORTS } from '@stoa/contract'
import { Icon, IconButton, SkeletonRows } from '@stoa/ui'
import { ChartNoAxesCombined, Plus, Users } from 'lucide-react'
import { usePermission } from '../../../api/permissions.ts'
import { useShell } from '../../../api/shell.ts'
import { MenuLink } from '../../../parts/frame/MenuLink.tsx'
import { ProductMenu } from '../../../parts/frame/slots.tsx'
import { useProjectRef } from '../../../parts/project/project.ts'
import { READY } from './ready-reports.ts'
import { useNewReport, useReports } from './use-reports.ts'

/** A report is the same one whatever span of time it shows, and the next one keeps that. */
const ANY_SPAN = { activeOptions: { includeSearch: false } }

/** The second column: reports that stand ready, one's own, and those that others share. */
export function ReportsMenu() {
  const ref = useProjectRef()
  const { profile } = useShell()
  const { data } = useReports(ref)
  const create = usePermission(contentPermissions.create, { ref })
  const make = useNewReport(ref)
  const own = data?.filter(({ owner_id }) => owner_id === profile.id)
  const shared = data?.filter(({ owner_id }) => owner_id !== profile.id)
  return (
    <ProductMenu
      title="Reports"
      actions={
        <IconButton
          icon={Plus}
          label="New report"
          size="xs"
          busy={make.isPending}
          disabledReason={create.reason}
          onClick={() => make.mutate(undefined)}
        />
      }
    >
      <MenuLink to="/project/$ref/reports" params={{ ref }} activeOptions={{ exact: true }}>
        All reports
      </MenuLink>
      <p className="menu-group">Ready-made</p>
      {READY_REPORTS.map((id) => (
        <MenuLink key={id} to="/project/$ref/reports/$id" params={{ ref, id }} search={true} {...ANY_SPAN}>
          <Icon of={READY[id].icon} size="sm" />
          {READY[id].name}
        </MenuLink>
      ))}
      {data === undefined ? <SkeletonRows rows={3} /> : null}
      {own !== undefined && own.length > 0 ? <p className="menu-group">Your reports</p> : null}
      {own?.map(({ id, name }) => (
        <MenuLink key={id} to="/project/$ref/reports/$id" params={{ ref, id }} search={true} {...ANY_SPAN}>
          <Icon of={ChartNoAxesCombined} size="sm" />
          <span className="clip">{name}</span>
        </MenuLink>
      ))}
      {shared !== undefined && shared.length > 0 ? <p className="menu-group">Shared by others</p> : null}
      {shared?.map(({ id, name }) => (
        <MenuLink key={id} to="/project/$ref/reports/$id" params={{ ref, id }} search={true} {...ANY_SPAN}>
          <Icon of={Users} size="sm" />
          <span className="clip">{name}</span>
        </MenuLink>
      ))}
    </ProductMenu>
  )
}
