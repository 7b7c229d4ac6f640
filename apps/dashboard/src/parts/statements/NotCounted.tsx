import { projectPermissions } from '@stoa/contract'
import { Button, Empty, toast } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, orpc } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { usePermission } from '../../api/permissions.ts'

/** Why no statement of a project is counted, and what helps: nothing to show for whoever lists them. */
export function NotCounted({ projectRef: ref, state }: { projectRef: string; state: 'off' | 'not-loaded' }) {
  const { reason } = usePermission(projectPermissions.writeSql, { ref })
  const queries = useQueryClient()
  const enable = useMutation({
    mutationFn: () => client.project.sql.statements.enable({ ref }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.project.sql.statements.list.key() })
      toast.success('pg_stat_statements is enabled')
    },
    onError: (error) => toast.error(`Failed to enable pg_stat_statements: ${errorMessage(error)}`),
  })
  if (state === 'not-loaded')
    return (
      <Empty
        title="Statements are not counted"
        text="The server was started without pg_stat_statements in shared_preload_libraries. Restart the project, so that it is loaded."
      />
    )
  return (
    <Empty
      title="Statements are not counted"
      text="The extension pg_stat_statements is not enabled in this project."
      action={
        <Button variant="primary" disabledReason={reason} busy={enable.isPending} onClick={() => enable.mutate()}>
          Enable pg_stat_statements
        </Button>
      }
    />
  )
}
