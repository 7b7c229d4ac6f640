import { migrationName, recordMigration } from '@stoa/sql/ddl'
import { Button, Checkbox, Dialog, Field, Input, Note, SkeletonRows, toast, typedMismatch } from '@stoa/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { orpc } from '../../api/client.ts'
import { local } from '../browser-store/local.ts'
import { refreshAfterRun } from '../sql-run/database-lists.ts'
import type { SchemaChange } from './change.ts'
import { Dependents, useDependents } from './Dependents.tsx'
import { longNames } from './long-names.ts'
import { Refusal } from './Refusal.tsx'
import { type Cancel, type ChangeFailure, runStatements } from './run-change.ts'
import { Statements } from './Statements.tsx'
import { useFindings } from './use-findings.ts'

const NO_WARNINGS: readonly string[] = []
const KEEPS_MIGRATIONS = 'stoa.schema.save-as-migration'

/**
 * Shows a change to the schema as the SQL that it is, with what would be lost, and runs it: all of it or nothing. What
 * Postgres refuses stays on screen with its reason, and so does the form that made it.
 * @param onClose nothing was changed
 * @param onDone everything was
 */
export function SchemaChangeDialog({
  projectRef: ref,
  change: asked,
  onClose,
  onDone,
}: {
  projectRef: string
  change: SchemaChange
  onClose: () => void
  onDone: () => void
}) {
  const queries = useQueryClient()
  const findings = useFindings(asked)
  const change: SchemaChange = { ...asked, ...findings?.instead }
  const [saves, setMigrates] = useState(() => local.read(KEEPS_MIGRATIONS) !== null)
  const migrates = saves || change.migration !== undefined
  const asksName = migrates && change.migration === undefined
  const [chosenName, setName] = useState<string | null>(null)
  const name = chosenName ?? migrationName(change.title)
  const [nameError, setNameError] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [mismatch, setMismatch] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ChangeFailure | null>(null)
  const dependents = useDependents(ref, change.drops)
  const [cascades, setCascades] = useState(false)
  const statements = cascades && change.drops !== undefined ? change.drops.cascade : change.statements
  const cancel = useRef<Cancel | null>(null)
  const { warnings: known = NO_WARNINGS } = change
  const warnings = useMemo(() => [...known, ...longNames(statements)], [known, statements])
  const losses = [...(change.losses ?? []), ...(findings?.losses ?? [])]
  const isDestructive = losses.length > 0 || change.typed !== undefined || change.drops !== undefined
  const unready =
    findings === null || dependents === null
      ? 'The database is being looked at'
      : (findings.obstacle ?? (dependents.length > 0 && !cascades ? 'Other objects stand on it' : null))

  const record = () => recordMigration({ version: null, name: migrationName(name), ...change.migration, statements })
  const run = async () => {
    if (busy || unready !== null) return
    const wrongName = asksName && migrationName(name) === '' ? 'A migration needs a name' : null
    const wrongWord = change.typed === undefined ? null : typedMismatch(typed, change.typed)
    setNameError(wrongName)
    setMismatch(wrongWord)
    if (wrongName !== null || wrongWord !== null) return
    if (saves) local.store(KEEPS_MIGRATIONS, 'yes')
    else local.remove(KEEPS_MIGRATIONS)
    setBusy(true)
    setFailure(null)
    const { isAlone = false } = change
    const together = migrates && !isAlone ? [...statements, ...record()] : statements
    const onBegun = (stop: Cancel) => {
      cancel.current = stop
    }
    const refused = await runStatements(ref, together, { isAlone, onBegun })
    // What runs alone has happened by now, whatever comes of the note about it.
    const unnoted = refused === null && isAlone && migrates ? await runStatements(ref, record()) : null
    setBusy(false)
    // A statement that was refused outside a transaction may have left something behind, as an index that is not valid.
    if (refused === null || isAlone) refreshAfterRun(queries, ref, together.join(';\n'))
    setFailure(refused)
    if (refused !== null) return
    if (migrates) void queries.invalidateQueries({ queryKey: orpc.project.database.migrations.key() })
    toast.success(change.done)
    if (unnoted !== null) toast.error({ title: 'It was not saved as a migration', description: `${unnoted.message}.` })
    onDone()
  }

  return (
    <Dialog
      onClose={onClose}
      title={change.title}
      description={
        change.isAlone
          ? 'This runs by itself, so that others can go on meanwhile.'
          : 'This runs in one transaction: all of it takes effect, or nothing.'
      }
      width={640}
      locked={busy}
      onSubmit={() => void run()}
      footer={
        <>
          {busy && change.isAlone ? (
            <Button onClick={() => void cancel.current?.()}>Stop</Button>
          ) : (
            <Button disabledReason={busy && 'Work is under way'} onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            variant={isDestructive ? 'destructive' : 'primary'}
            data-autofocus={change.typed === undefined && !isDestructive ? true : undefined}
            busy={busy}
            busyLabel="Running"
            disabledReason={unready}
          >
            {change.label}
          </Button>
        </>
      }
    >
      {findings === null || dependents === null ? <SkeletonRows rows={1} rowHeight={36} /> : null}
      {findings?.obstacle ? (
        <Note tone="bad" role="alert">
          {findings.obstacle}
        </Note>
      ) : null}
      {[...losses, ...warnings].map((loss) => (
        <Note key={loss} tone="warn">
          {loss}
        </Note>
      ))}
      {dependents !== null && dependents.length > 0 ? (
        <Dependents names={dependents} cascades={cascades} onCascades={setCascades} />
      ) : null}
      <Statements statements={statements} failure={failure} />
      {busy ? change.progress : null}
      {failure === null ? null : (
        <Refusal failure={failure} count={statements.length} isAlone={change.isAlone} lines={change.lines} />
      )}
      {change.migration === undefined ? (
        <div className="grid gap-3">
          <Checkbox
            label="Save as migration"
            hint="Kept in supabase_migrations.schema_migrations, to be made again elsewhere"
            checked={migrates}
            onCheckedChange={setMigrates}
          />
          {migrates ? (
            <Field label="Name of the migration" error={nameError}>
              <Input mono value={name} spellCheck={false} onChange={(event) => setName(event.target.value)} />
            </Field>
          ) : null}
        </div>
      ) : null}
      {change.typed === undefined ? null : (
        <Field
          label={
            <>
              Type <code className="font-semi">{change.typed}</code> to confirm
            </>
          }
          error={mismatch}
        >
          <Input
            data-autofocus
            value={typed}
            spellCheck={false}
            autoCapitalize="off"
            onChange={(event) => {
              setTyped(event.target.value)
              if (event.target.value === change.typed) setMismatch(null)
            }}
          />
        </Field>
      )}
    </Dialog>
  )
}
