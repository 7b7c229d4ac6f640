import { type Project, projectLifecycle, projectPermissions } from '@stoa/contract'
import {
  Badge,
  Button,
  ErrorState,
  Field,
  formatDuration,
  Note,
  Select,
  SkeletonRows,
  TypedConfirm,
  toast,
} from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { orpc } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { usePermission } from '../../api/permissions.ts'
import { noteProject } from './project.ts'
import { postgresVersion } from './words.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NEWEST = 'The project has the newest Postgres version that is available here'

/** What a project can be upgraded to. Only a running one can be asked. */
function useEligibility({ ref, status }: Project) {
  return useQuery({
    ...orpc.project.lifecycle.upgradeEligibilityV1.queryOptions({ input: { ref } }),
    enabled: status === 'ACTIVE_HEALTHY',
  })
}

/** The button that moves a project to a newer Postgres, and the dialog behind it. */
export function UpgradeProject({ project }: { project: Project }) {
  const { reason } = usePermission(projectPermissions.upgrade, { ref: project.ref })
  const [open, setOpen] = useState(false)
  const { data } = useEligibility(project)
  const state = projectLifecycle.states[project.status]
  const refusal = projectLifecycle.can(project.status, 'upgrade')
    ? data?.target_upgrade_versions.length === 0 && NEWEST
    : `Not while the project’s status is “${state.label}”`
  return (
    <>
      <Button icon={ArrowUp} disabledReason={reason ?? refusal} onClick={() => setOpen(true)}>
        Upgrade project
      </Button>
      {open ? <UpgradeDialog project={project} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function UpgradeDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { ref, name } = project
  const queries = useQueryClient()
  const navigate = useNavigate()
  const eligibility = useEligibility(project)
  const [chosen, setChosen] = useState<string>()
  const targets = eligibility.data?.target_upgrade_versions
  // The newest that nothing stands against is what most people want; where there is none, the newest says why.
  const offered = targets?.find(({ obstacles }) => obstacles.length === 0) ?? targets?.[0]
  const target = targets?.find(({ app_version }) => app_version === chosen) ?? offered
  const upgrade = useMutation({
    ...orpc.project.lifecycle.upgradeV1.mutationOptions(),
    onSuccess: async ({ tracking_id: trackingId }) => {
      onClose()
      toast.success('Upgrading project')
      noteProject(queries, ref, { status: 'UPGRADING' })
      await navigate({ to: '/project/$ref', params: { ref }, search: { trackingId } })
    },
    onError: (error) => toast.error(`Failed to upgrade project: ${errorMessage(error)}`),
  })
  const missing = () =>
    target === undefined
      ? 'What the project can be upgraded to is not known yet'
      : (target.obstacles[0]?.message ?? null)
  return (
    <TypedConfirm
      onClose={onClose}
      title={`Upgrade ${name}`}
      description={`${name} is offline until it has been moved${roughly(eligibility.data?.duration_estimate_hours)}. If anything fails, it comes back on Postgres ${postgresVersion(project.dbVersion)} with its data untouched. There is no way back to an older version afterwards.`}
      value={name}
      confirmLabel="Upgrade project"
      busyLabel="Upgrading"
      busy={upgrade.isPending}
      destructive={false}
      validate={missing}
      onConfirm={() => {
        if (target === undefined) return
        const { app_version, release_channel } = target
        upgrade.mutate({ ref, target_version: app_version, release_channel })
      }}
      width={480}
    >
      {eligibility.isError ? (
        <ErrorState
          title="Failed to find out what the project can be upgraded to"
          reason={errorMessage(eligibility.error)}
          retrying={eligibility.isFetching}
          onRetry={() => void eligibility.refetch()}
        />
      ) : targets === undefined || target === undefined ? (
        <SkeletonRows rows={2} />
      ) : (
        <>
          <Field label="Upgrade to">
            <Select
              value={target.app_version}
              onValueChange={setChosen}
              options={targets.map(({ app_version, release_channel, obstacles }) => ({
                value: app_version,
                label: `Postgres ${postgresVersion(app_version)}`,
                ...(release_channel !== 'ga' && { badge: <Badge tone="outline">{release_channel}</Badge> }),
                ...(obstacles.length > 0 && { hint: 'not possible as it is' }),
              }))}
              disabledReason={targets.length <= 1 && 'This is the only version that is newer'}
            />
          </Field>
          {target.obstacles.length > 0 ? (
            <Note tone="bad" role="status">
              <ul className="grid gap-1" aria-label="What stands against the upgrade">
                {target.obstacles.map(({ code, message }) => (
                  <li key={`${code} ${message}`}>{message}</li>
                ))}
              </ul>
            </Note>
          ) : null}
        </>
      )}
    </TypedConfirm>
  )
}

/** How long it takes, when that is more than a moment. */
function roughly(hours: number | undefined): string {
  const ms = (hours ?? 0) * HOUR_MS
  return ms < MINUTE_MS ? '' : `, for about ${formatDuration(Math.ceil(ms / MINUTE_MS) * MINUTE_MS)} at this size`
}
