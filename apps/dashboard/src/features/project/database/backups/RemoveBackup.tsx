import type { Backup } from '@stoa/contract'
import { Button, Dialog, formatDateTime } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { FormError } from '../../../../parts/forms/FormError.tsx'

/** Asks once more before a backup is removed for good. */
export function RemoveBackup({
  projectRef: ref,
  backup,
  onClose,
}: {
  projectRef: string
  backup: Backup
  onClose: () => void
}) {
  const queries = useQueryClient()
  const remove = useMutation({
    ...orpc.project.database.backups.remove.mutationOptions(),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.project.database.backups.key() })
      onClose()
    },
  })
  return (
    <Dialog
      onClose={onClose}
      locked={remove.isPending}
      title={`Remove the backup of ${formatDateTime(backup.inserted_at)}?`}
      description="Its file is deleted, and nothing can be restored from it any more. It cannot be undone."
      footer={
        <>
          <Button disabledReason={remove.isPending && 'Work is under way'} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="destructive"
            busy={remove.isPending}
            busyLabel="Removing"
            onClick={() => remove.mutate({ ref, id: backup.id })}
          >
            Remove backup
          </Button>
        </>
      }
    >
      <FormError message={remove.isError ? errorMessage(remove.error) : undefined} />
    </Dialog>
  )
}
