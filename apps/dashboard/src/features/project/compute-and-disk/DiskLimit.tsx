import { DISK_LIMIT_MAX_GB, DISK_SIZE_RANGE, type Disk, type Project, projectPermissions } from '@stoa/contract'
import {
  Button,
  ErrorState,
  Field,
  formatBytes,
  formatPercent,
  Input,
  Meter,
  Note,
  SettingsRow,
  SkeletonRows,
  toast,
} from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { failureOf } from '../../../api/failure.ts'
import { usePermission } from '../../../api/permissions.ts'
import { WRITE_ANYWAY } from '../../../parts/project/resource-banners.ts'
import { refreshResourceWarnings, useResourceWarning } from '../../../parts/project/resource-warnings.ts'

const GB = 1024 * 1024 * 1024
/** From this share on the bar is amber, and from the next one red. */
const NEARLY_FULL = 0.8
const FULL = 0.9

const diskQuery = (ref: string) => orpc.project.computeAndDisk.disk.queryOptions({ input: { ref } })

/** How much of the disk is used, how much may be, and what to do when it is full. */
export function DiskLimit({ project }: { project: Project }) {
  const disk = useQuery(diskQuery(project.ref))
  return (
    <SettingsRow
      title="Disk"
      description={`All of the project’s files: tables, indexes, the write-ahead log. Disk can be raised up to ${DISK_LIMIT_MAX_GB}GB. It does not grow by itself.`}
    >
      {disk.data !== undefined ? (
        <Limit project={project} disk={disk.data} />
      ) : disk.isError ? (
        <ErrorState title="Failed to measure the disk" {...failureOf(disk)} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </SettingsRow>
  )
}

/** Writes what a call said about the disk where the page reads it, and asks for the warnings anew. */
function useDiskChange(ref: string) {
  const queries = useQueryClient()
  return async (disk: Disk) => {
    queries.setQueryData(diskQuery(ref).queryKey, disk)
    await refreshResourceWarnings(queries)
  }
}

function Limit({ project, disk }: { project: Project; disk: Disk }) {
  useFollowedWarning(project.ref, disk)
  const { used_bytes: used, limit_bytes: limit } = disk
  const share = (used ?? 0) / limit
  return (
    <>
      <div className="grid gap-2">
        <div className="num flex items-baseline justify-between gap-3">
          <span>
            <b className="font-medium">{used === null ? 'Not known' : formatBytes(used)}</b>{' '}
            <span className="text-fg-3">of {formatBytes(limit)}</span>
          </span>
          <span className="text-fg-3">{used === null ? null : formatPercent(share)}</span>
        </div>
        <Meter
          value={Math.min(used ?? 0, limit)}
          max={limit}
          label={`Disk: ${formatPercent(share)} used`}
          tone={share > FULL ? 'bad' : share > NEARLY_FULL ? 'warn' : 'neutral'}
          width="100%"
        />
        <span className="ui-hint">{formatBytes(disk.machine_free_bytes)} left on this machine’s disk</span>
      </div>
      {disk.is_readonly_mode_enabled ? <ReadOnly project={project} /> : null}
      <LimitForm project={project} disk={disk} />
    </>
  )
}

/** What was just measured is newer than the warnings, which are taken for fresh for an hour. */
function useFollowedWarning(ref: string, disk: Disk): void {
  const queries = useQueryClient()
  const known = useResourceWarning(ref)?.is_readonly_mode_enabled
  const now = disk.is_readonly_mode_enabled
  useEffect(() => {
    if (known !== undefined && known !== now) void refreshResourceWarnings(queries)
  }, [known, now, queries])
}

function ReadOnly({ project }: { project: Project }) {
  const changed = useDiskChange(project.ref)
  const { reason } = usePermission(projectPermissions.setDiskLimit, { ref: project.ref })
  const measure = useMutation({
    ...orpc.project.computeAndDisk.measureDisk.mutationOptions(),
    onSuccess: async (disk) => {
      await changed(disk)
      if (disk.is_readonly_mode_enabled) toast.info('The disk is still more than 95% full')
      else toast.success('The database takes writes again')
    },
    onError: (error) => toast.error(`Failed to measure the disk: ${errorMessage(error)}`),
  })
  return (
    <Note tone="bad">
      <p>
        The database is in read-only mode, because its disk is more than 95% full. Raise the limit below, or delete data
        in a transaction that begins with <code className="ui-mono">{WRITE_ANYWAY}</code>. Deleted rows free disk only
        after <code className="ui-mono">vacuum full</code>; <code className="ui-mono">truncate</code> and{' '}
        <code className="ui-mono">drop table</code> do at once.
      </p>
      <div className="mt-2">
        <Button
          size="sm"
          busy={measure.isPending}
          busyLabel="Measuring"
          disabledReason={reason}
          onClick={() => measure.mutate({ ref: project.ref })}
        >
          Measure again
        </Button>
      </div>
    </Note>
  )
}

function LimitForm({ project, disk }: { project: Project; disk: Disk }) {
  const { ref } = project
  const changed = useDiskChange(ref)
  const { reason } = usePermission(projectPermissions.setDiskLimit, { ref })
  const current = String(Math.round((disk.limit_bytes / GB) * 100) / 100)
  const [text, setText] = useState(current)
  const [problem, setProblem] = useState<string>()
  const save = useMutation({
    ...orpc.project.computeAndDisk.setDiskLimit.mutationOptions(),
    onSuccess: async (saved) => {
      await changed(saved)
      toast.success(`The disk limit is ${formatBytes(saved.limit_bytes)}`)
    },
    onError: (error) => setProblem(errorMessage(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason !== undefined || save.isPending || text === current) return
    const size = Number(text)
    if (text.trim() === '' || !Number.isInteger(size) || size < 1 || size > DISK_LIMIT_MAX_GB)
      return setProblem(DISK_SIZE_RANGE)
    setProblem(undefined)
    save.mutate({ ref, size_gb: size })
  }
  return (
    <form noValidate className="flex flex-wrap items-start gap-2" onSubmit={submit}>
      <Field label="Disk limit" error={problem} className="w-60">
        <Input
          inputMode="numeric"
          autoComplete="off"
          value={text}
          trailing={<span className="ui-unit pr-2">GB</span>}
          disabledReason={reason}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        className="mt-6.5"
        busy={save.isPending}
        busyLabel="Saving"
        disabledReason={reason ?? (text === current && 'Nothing has changed')}
      >
        Save
      </Button>
    </form>
  )
}
