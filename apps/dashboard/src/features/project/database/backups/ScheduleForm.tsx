import type { BackupSchedule, ProjectStatus } from '@stoa/contract'
import { Button, Field, formatDateTime, Select, Skeleton, Switch, toast } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { hourWords } from './moment.ts'

type Known = { readonly schedule: BackupSchedule & { next_at: string | null }; readonly retention_days: number }

/** Whether a backup is taken every day, and at which hour. */
export function ScheduleForm({
  projectRef: ref,
  list,
  status,
  disabledReason,
}: {
  projectRef: string
  list: Known | undefined
  status: ProjectStatus
  disabledReason: string | undefined
}) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<BackupSchedule | null>(null)
  const save = useMutation({
    ...orpc.project.database.backups.setSchedule.mutationOptions(),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.project.database.backups.list.key() })
      setDraft(null)
      toast.success('Saved when backups are taken')
    },
    onError: (error) => toast.error(`Failed to save the schedule: ${errorMessage(error)}`),
  })
  if (list === undefined) return <Skeleton width={260} height={32} />
  const { enabled, hour } = draft ?? list.schedule
  const changed = draft !== null && (enabled !== list.schedule.enabled || hour !== list.schedule.hour)
  const days = list.retention_days
  return (
    <form
      className="grid max-w-[520px] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (changed && disabledReason === undefined) save.mutate({ ref, enabled, hour })
      }}
    >
      <Switch
        label="Take a backup every day"
        hint={`Each is kept for ${days} days; the newest one for longer, until there is a newer one.`}
        checked={enabled}
        disabledReason={disabledReason}
        onCheckedChange={(on) => setDraft({ enabled: on, hour })}
      />
      <Field label="Hour" hint={nextWords(list, status)}>
        <Select
          value={String(hour)}
          disabledReason={disabledReason ?? (!enabled && 'No daily backup is taken')}
          onValueChange={(value) => setDraft({ enabled, hour: Number(value) })}
          options={Array.from({ length: 24 }, (_, at) => ({ value: String(at), label: hourWords(at) }))}
        />
      </Field>
      <div>
        <Button
          type="submit"
          busy={save.isPending}
          busyLabel="Saving"
          disabledReason={disabledReason ?? (!changed && 'Nothing has changed')}
        >
          Save
        </Button>
      </div>
    </form>
  )
}

function nextWords({ schedule }: Known, status: ProjectStatus): string {
  if (!schedule.enabled) return 'No daily backup is taken.'
  if (schedule.next_at !== null) return `The next one is due ${formatDateTime(schedule.next_at)}.`
  return status === 'INACTIVE'
    ? 'A paused project is not backed up: nothing changes in it.'
    : 'The next one is taken when the project is healthy again.'
}
