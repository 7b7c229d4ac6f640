import { type DataApi, MAX_ROWS_MAX, MAX_ROWS_RANGE, type Project, projectPermissions } from '@stoa/contract'
import { Button, Checkbox, ErrorState, Field, Input, Note, SettingsRow, SkeletonRows, toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { failureOf } from '../../../../api/failure.ts'
import { usePermission } from '../../../../api/permissions.ts'

const listOf = (schemas: string): string[] =>
  schemas
    .split(',')
    .map((schema) => schema.trim())
    .filter(Boolean)

/** The number that was typed: null for no limit, undefined for what is no number of rows. */
function rowsOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const rows = Number(text)
  return Number.isInteger(rows) && rows >= 1 && rows <= MAX_ROWS_MAX ? rows : undefined
}

/** What the data API shows of the database: schemas, rows of an answer, search path. */
export function DataApiSettings({ project }: { project: Project }) {
  const config = useQuery(orpc.project.settings.api.dataApi.queryOptions({ input: { ref: project.ref } }))
  return (
    <SettingsRow title="Data API" description="What REST shows of the database.">
      {config.data === undefined ? (
        config.isError ? (
          <ErrorState title="Failed to retrieve configuration" {...failureOf(config)} />
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : (
        // What is stored begins the form anew.
        <Settings key={JSON.stringify(config.data)} project={project} config={config.data} />
      )}
    </SettingsRow>
  )
}

function Settings({ project: { ref }, config }: { project: Project; config: DataApi }) {
  const queries = useQueryClient()
  const { reason } = usePermission(projectPermissions.updateApi, { ref })
  const stored = listOf(config.db_schema)
  const [chosen, setChosen] = useState(stored)
  const [rows, setRows] = useState(config.max_rows === null ? '' : String(config.max_rows))
  const [path, setPath] = useState(config.db_extra_search_path)
  const save = useMutation({
    ...orpc.project.settings.api.updateDataApi.mutationOptions(),
    onSuccess: (saved) => {
      queries.setQueryData(orpc.project.settings.api.dataApi.queryKey({ input: { ref } }), saved)
      void queries.invalidateQueries({ queryKey: orpc.project.settings.api.get.key() })
      toast.success('Saved the data API settings')
    },
  })
  const choices = [...new Set([...(config.available_schemas ?? []), ...stored])]
  const stopped = config.available_schemas === null && 'The database is not running'
  const maxRows = rowsOf(rows)
  const same =
    chosen.join() === stored.join() &&
    maxRows === config.max_rows &&
    listOf(path).join() === listOf(config.db_extra_search_path).join()
  const refused =
    reason ??
    (stopped ||
      (same
        ? 'Nothing has changed'
        : chosen.length === 0
          ? 'Choose at least one schema'
          : maxRows === undefined && MAX_ROWS_RANGE))
  const toggle = (schema: string, on: boolean) =>
    setChosen((known) => (on ? [...known, schema] : known.filter((other) => other !== schema)))
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (refused || maxRows === undefined) return
        save.mutate({ ref, db_schema: chosen.join(','), max_rows: maxRows, db_extra_search_path: path })
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
      <Field
        label="Max rows"
        hint="The most rows that one request gets. Empty for no limit."
        error={maxRows === undefined ? MAX_ROWS_RANGE : undefined}
      >
        <Input
          inputMode="numeric"
          value={rows}
          disabledReason={reason ?? stopped}
          onChange={(event) => setRows(event.target.value)}
        />
      </Field>
      <Field
        label="Extra search path"
        hint="Schemas, separated by commas, where functions and types are looked for after the exposed one."
      >
        <Input value={path} disabledReason={reason ?? stopped} onChange={(event) => setPath(event.target.value)} />
      </Field>
      {save.isError ? (
        <Note tone="bad" role="alert">
          {errorMessage(save.error)}
        </Note>
      ) : null}
      <div>
        <Button type="submit" busy={save.isPending} busyLabel="Saving" disabledReason={refused}>
          Save
        </Button>
      </div>
    </form>
  )
}
