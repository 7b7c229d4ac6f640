import { type Project, projectPermissions } from '@stoa/contract'
import { Badge, Button, Dialog, ErrorState, Field, Select, type SelectOption, Skeleton, toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { usePermission } from '../../../api/permissions.ts'
import { noteProject } from '../../../parts/project/project.ts'
import { postgresVersion } from '../../../parts/project/words.ts'
import { type RestoreVersion, versionBadges, versionKey } from './restore-versions.ts'

const CLICK_DENIED = 'You do not have the required permissions to restore this project'

/** The button that brings a project back, and the dialog behind it. */
export function RestoreProject({ project, label }: { project: Project; label: string }) {
  const { reason } = usePermission(projectPermissions.restore, { ref: project.ref })
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="primary"
        icon={Play}
        disabledReason={reason}
        onClickCapture={() => {
          if (reason !== undefined) toast.error(CLICK_DENIED)
        }}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <RestoreDialog project={project} open={open} onOpenChange={setOpen} />
    </>
  )
}

function RestoreDialog({
  project,
  open,
  onOpenChange,
}: {
  project: Project
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const queries = useQueryClient()
  const versions = useQuery({
    ...orpc.project.lifecycle.restoreVersions.queryOptions({ input: { ref: project.ref } }),
    enabled: open,
  })
  const available = versions.data?.available_versions ?? []
  const [chosen, setChosen] = useState<string>()
  const version = available.find((entry) => versionKey(entry) === chosen) ?? available[0]
  const restore = useMutation({
    ...orpc.project.lifecycle.restore.mutationOptions(),
    onSuccess: ({ status }) => {
      onOpenChange(false)
      toast.success('Restoring project')
      noteProject(queries, project.ref, { status })
    },
    onError: (error) => toast.error(`Failed to restore project: ${errorMessage(error)}`),
  })
  const confirm = () => {
    if (version === undefined || restore.isPending) return
    const { postgres_engine, release_channel } = version
    restore.mutate({ ref: project.ref, postgres_engine, release_channel })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={restore.isPending}
      title="Restore this project"
      description={`${project.name} will be reachable again in a few seconds. Nothing is lost while it starts.`}
      onSubmit={confirm}
      footer={
        <>
          <Button disabledReason={restore.isPending && 'Work is under way'} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={restore.isPending}
            busyLabel="Restoring"
            disabledReason={version === undefined && 'The available versions are not known yet'}
          >
            Confirm restore
          </Button>
        </>
      }
    >
      {versions.isError ? (
        <ErrorState
          title="Failed to load the available versions"
          reason={errorMessage(versions.error)}
          retrying={versions.isFetching}
          onRetry={() => void versions.refetch()}
        />
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
