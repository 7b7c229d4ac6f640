import type { Project } from '@stoa/contract'
import { formatDate, formatTime, Note, TypedConfirm } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { noteProject } from '../../../../parts/project/project.ts'

/** What is gone back to: a backup by its id, or a moment. */
export type RestoreSource = { readonly id?: number; readonly at: string }

/** The moment of a source in the seconds that calls take. */
export const unixOf = (source: RestoreSource): number => Math.floor(Date.parse(source.at) / 1000)

/** A moment as people read it; seconds matter where one was chosen. */
export const sourceWords = ({ id, at }: RestoreSource): string =>
  `${formatDate(at)}, ${formatTime(at, id === undefined)}`

/** The confirmation of a restore that replaces what the project holds. */
export function RestoreInPlace({
  project,
  source,
  onClose,
}: {
  project: Project
  source: RestoreSource
  onClose: () => void
}) {
  const { ref, name } = project
  const queries = useQueryClient()
  const restore = useMutation({
    mutationFn: () =>
      source.id === undefined
        ? client.project.database.backups.restorePitr({ ref, recovery_time_target_unix: unixOf(source) })
        : client.project.database.backups.restore({ ref, id: source.id }),
    onSuccess: ({ status }) => {
      noteProject(queries, ref, { status })
      void queries.invalidateQueries({ queryKey: orpc.project.database.backups.key() })
      onClose()
    },
  })
  return (
    <TypedConfirm
      onClose={onClose}
      title={`Restore ${name}`}
      description={`Puts the whole database back to ${sourceWords(source)}. What was written since then is no longer in it.`}
      value={name}
      confirmLabel="Restore"
      busyLabel="Restoring"
      busy={restore.isPending}
      error={restore.isError ? errorMessage(restore.error) : undefined}
      onConfirm={() => restore.mutate()}
      width={480}
    >
      <Note tone="info">
        What the database holds now is kept as a backup first. The old data stays in its place until the restored one is
        whole: if anything fails, the project goes on as it is. Passwords and addresses stay.
      </Note>
    </TypedConfirm>
  )
}
