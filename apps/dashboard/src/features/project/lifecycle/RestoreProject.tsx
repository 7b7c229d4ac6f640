import { type FreeLimitMember, organizationPermissions, type Project, projectPermissions } from '@stoa/contract'
import { Badge, Button, Dialog, ErrorState, Field, Select, type SelectOption, Skeleton, toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { failureOf } from '../../../api/failure.ts'
import { usePermission } from '../../../api/permissions.ts'
import { useShell } from '../../../api/shell.ts'
import { FreeLimitDialog } from '../../../parts/organization/FreeLimitDialog.tsx'
import { membersAtLimit } from '../../../parts/organization/members-at-limit.ts'
import { noteProject, projectQuery } from '../../../parts/project/project.ts'
import { postgresVersion } from '../../../parts/project/words.ts'
import { type RestoreVersion, restoreRequest, versionBadges, versionKey } from './restore-versions.ts'

/** Leaves the choice of a version out: a project then comes back as it was. */
const HIDE_FLAG = 'hide-restore-version'
const CLICK_DENIED = 'You do not have the required permissions to restore this project'

/**
 * The button that brings a project back, and the dialogs behind it.
 * @param disabledReason why it cannot be brought back now, besides what the account may do
 */
export function RestoreProject({
  project,
  label,
  disabledReason,
}: {
  project: Project
  label: string
  disabledReason?: string | undefined
}) {
  const { reason } = usePermission(projectPermissions.restore, { ref: project.ref })
  const members = useFreeLimitMembers(project)
  const [open, setOpen] = useState(false)
  const [full, setFull] = useState<readonly FreeLimitMember[] | null>(null)
  return (
    <>
      <Button
        variant="primary"
        icon={Play}
        disabledReason={reason ?? disabledReason}
        onClickCapture={() => {
          if (reason !== undefined) toast.error(CLICK_DENIED)
        }}
        onClick={() => (members.length > 0 ? setFull(members) : setOpen(true))}
      >
        {label}
      </Button>
      <RestoreDialog project={project} open={open} onClose={() => setOpen(false)} onFull={setFull} />
      <FreeLimitDialog members={full} onClose={() => setFull(null)} />
    </>
  )
}

/** Members of the project's organization who have as many free projects as they may have. Other plans have none. */
function useFreeLimitMembers(project: Project): readonly FreeLimitMember[] {
  const slug = project.organization_slug
  const { allowed } = usePermission(organizationPermissions.readMembers, { slug })
  const { data } = useQuery({
    ...orpc.org.billing.freeLimitMembers.queryOptions({ input: { slug } }),
    enabled: allowed && project.organization_plan === 'free',
  })
  return data ?? []
}

function RestoreDialog({
  project,
  open,
  onClose,
  onFull,
}: {
  project: Project
  open: boolean
  onClose: () => void
  /** Members turned out to be at their limit. */
  onFull: (members: readonly FreeLimitMember[]) => void
}) {
  const hidden = useShell().flags[HIDE_FLAG] ?? false
  const queries = useQueryClient()
  const versions = useQuery({
    ...orpc.project.lifecycle.restoreVersions.queryOptions({ input: { ref: project.ref } }),
    enabled: open && !hidden,
  })
  const available = versions.data?.available_versions ?? []
  const [chosen, setChosen] = useState<string>()
  const version = available.find((entry) => versionKey(entry) === chosen) ?? available[0]
  const restore = useMutation({
    ...orpc.project.lifecycle.restore.mutationOptions(),
    onSuccess: ({ status }) => {
      onClose()
      toast.success('Restoring project')
      noteProject(queries, project.ref, { status })
    },
    onError: (error) => {
      toast.error(`Failed to restore project: ${errorMessage(error)}`)
      const members = membersAtLimit(error)
      if (members.length === 0) return
      onClose()
      onFull(members)
    },
  })
  const confirm = () => {
    if (restore.isPending || (version === undefined && !hidden)) return
    try {
      // It may have been deleted elsewhere while the dialog was open.
      restore.mutate(restoreRequest(queries.getQueryData(projectQuery(project.ref).queryKey), version))
    } catch (error) {
      toast.error(errorMessage(error))
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={restore.isPending}
      title="Restore this project"
      description={
        version !== undefined && version.version !== project.dbVersion
          ? `${project.name} starts and is then moved to Postgres ${postgresVersion(version.version)}, which can take minutes to hours. If that fails, its data is as it was.`
          : `${project.name} will be reachable again in a few seconds. Nothing is lost while it starts.`
      }
      onSubmit={confirm}
      footer={
        <>
          <Button disabledReason={restore.isPending && 'Work is under way'} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={restore.isPending}
            busyLabel="Restoring"
            disabledReason={version === undefined && !hidden && 'The available versions are not known yet'}
          >
            Confirm restore
          </Button>
        </>
      }
    >
      {hidden ? null : versions.isError ? (
        <ErrorState title="Failed to load the available versions" {...failureOf(versions)} />
      ) : (
        <Field label="Postgres version">
          {version === undefined ? (
            <div className="flex h-control items-center">
              <Skeleton width={160} />
            </div>
          ) : (
            <Select
              value={versionKey(version)}
              onValueChange={setChosen}
              options={available.map((entry) => option(entry, project))}
              disabledReason={available.length <= 1 && 'This is the only version that this project can be restored to'}
            />
          )}
        </Field>
      )}
    </Dialog>
  )
}

function option(entry: RestoreVersion, project: Project): SelectOption {
  const same = entry.version === project.dbVersion && entry.postgres_engine === project.postgres_engine
  return {
    value: versionKey(entry),
    label: postgresVersion(entry.version),
    badge: versionBadges(entry).map((badge) => (
      <Badge key={badge} tone="outline">
        {badge}
      </Badge>
    )),
    ...(same && { hint: 'as before' }),
  }
}
