import { type Project, projectPermissions } from '@stoa/contract'
import { Button, buttonLook, formatNumber, Icon, toast } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { usePermission } from '../../../api/permissions.ts'
import { ConnectionRows } from '../../../parts/project/ConnectionRows.tsx'
import { connectionOf } from '../../../parts/project/connection.ts'
import { ResetPassword } from '../../../parts/project/ResetPassword.tsx'

/** The ways to begin with a database that holds no tables yet. */
export function EmptyHome({ project }: { project: Project }) {
  const connection = connectionOf(project)
  return (
    <ol className="border-b border-line">
      <Step
        number={1}
        title="Load sample data"
        text="A small shop with customers, orders and products, in a schema of its own. Delete the schema to be rid of it."
        actions={<LoadSampleData project={project} />}
      />
      <Step
        number={2}
        title="Write SQL"
        text="Create a table, or paste a schema that you have."
        actions={
          <Link to="/project/$ref/sql" params={{ ref: project.ref }} {...buttonLook()}>
            <Icon of={Terminal} />
            Open SQL editor
          </Link>
        }
      />
      <Step
        number={3}
        title="Connect your app"
        text="Any Postgres client works. The password was set when the project was made; reset it if nobody knows it."
        actions={<ResetPassword project={project} />}
      >
        {connection === null ? null : (
          <div className="mt-3">
            <ConnectionRows connection={connection} />
          </div>
        )}
      </Step>
    </ol>
  )
}

function Step({
  number,
  title,
  text,
  actions,
  children,
}: {
  number: number
  title: string
  text: string
  actions: ReactNode
  children?: ReactNode
}) {
  return (
    <li className="grid grid-cols-[36px_minmax(0,1fr)] border-t border-line py-5 max-wide:grid-cols-[24px_minmax(0,1fr)]">
      <span className="num text-fg-3" aria-hidden="true">
        {number}
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-64">
            <h2 className="ui-h2">{title}</h2>
            <p className="text-fg-2">{text}</p>
          </div>
          {actions}
        </div>
        {children}
      </div>
    </li>
  )
}

function LoadSampleData({ project }: { project: Project }) {
  const queries = useQueryClient()
  const { reason } = usePermission(projectPermissions.writeSql, { ref: project.ref })
  const load = useMutation({
    ...orpc.project.home.loadSampleData.mutationOptions(),
    onSuccess: async ({ schema, tables, rows }) => {
      toast.success({
        title: 'Loaded sample data',
        description: `${tables} tables with ${formatNumber(rows)} rows, in the schema ${schema}.`,
      })
      await Promise.all([
        queries.invalidateQueries({ queryKey: orpc.project.home.overview.key() }),
        queries.invalidateQueries({ queryKey: orpc.project.home.activity.key() }),
      ])
    },
    onError: (error) => toast.error(`Failed to load sample data: ${errorMessage(error)}`),
  })
  return (
    <Button
      variant="primary"
      icon={Download}
      busy={load.isPending}
      busyLabel="Loading"
      disabledReason={reason}
      onClick={() => load.mutate({ ref: project.ref })}
    >
      Load sample data
    </Button>
  )
}
