import { type DataApi, type Project, projectPermissions } from '@stoa/contract'
import { Button, Checkbox, ErrorState, Note, SettingsRow, SkeletonRows, toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { usePermission } from '../../../../api/permissions.ts'

const listOf = (schemas: string): string[] => schemas.split(',')

/** The schemas that the data API shows. */
export function DataApiSettings({ project }: { project: Project }) {
  const config = useQuery(orpc.project.settings.api.dataApi.queryOptions({ input: { ref: project.ref } }))
  return (
    <SettingsRow title="Data API" description="What REST shows of the database.">
      {config.data === undefined ? (
        config.isError ? (
          <ErrorState
            title="Failed to retrieve configuration"
            reason={errorMessage(config.error)}
            retrying={config.isFetching}
            onRetry={() => void config.refetch()}
          />
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : (
        // What is stored begins the form anew.
        <Schemas key={config.data.db_schema} project={project} config={config.data} />
      )}
    </SettingsRow>
  )
}

function Schemas({ project: { ref }, config }: { project: Project; config: DataApi }) {
  const queries = useQueryClient()
  const { reason } = usePermission(projectPermissions.updateApi, { ref })
  const stored = listOf(config.db_schema)
  const [chosen, setChosen] = useState(stored)
  const save = useMutation({
    ...orpc.project.settings.api.updateDataApi.mutationOptions(),
    onSuccess: (saved) => {
      queries.setQueryData(orpc.project.settings.api.dataApi.queryKey({ input: { ref } }), saved)
      void queries.invalidateQueries({ queryKey: orpc.project.settings.api.get.key() })
      toast.success('Saved the exposed schemas')
    },
  })
  const choices = [...new Set([...(config.available_schemas ?? []), ...stored])]
  const stopped = config.available_schemas === null && 'The database is not running'
  const same = chosen.join() === stored.join()
  const toggle = (schema: string, on: boolean) =>
    setChosen((known) => (on ? [...known, schema] : known.filter((other) => other !== schema)))
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!reason && !stopped && !same && chosen.length > 0) save.mutate({ ref, db_schema: chosen.join(',') })
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">Exposed schemas</legend>
        <p className="ui-hint mb-1">Tables and functions in these schemas get endpoints.</p>
        {choices.map((schema) => (
          <Checkbox
            key={schema}
            label={<code className="font-mono text-13">{schema}</code>}
            hint={schema === chosen[0] ? 'Answers requests that name no schema' : undefined}
            checked={chosen.includes(schema)}
            disabledReason={reason ?? stopped}
            onCheckedChange={(on) => toggle(schema, on)}
          />
        ))}
      </fieldset>
      {save.isError ? (
        <Note tone="bad" role="alert">
          {errorMessage(save.error)}
        </Note>
      ) : null}
      <div>
        <Button
          type="submit"
          busy={save.isPending}
          busyLabel="Saving"
          disabledReason={
            reason ?? (stopped || (same ? 'Nothing has changed' : chosen.length === 0 && 'Choose at least one schema'))
          }
        >
          Save
        </Button>
      </div>
    </form>
  )
}
