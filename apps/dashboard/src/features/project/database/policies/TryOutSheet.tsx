import { type PolicyTable, RUN_ROLES, type RunRole } from '@stoa/contract'
import { Button, Dialog, Field, Input, Note, Segmented, Textarea } from '@stoa/ui'
import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { SqlField } from '../objects/SqlField.tsx'
import { claimsOf } from './claims.ts'
import { TRIALS, type Trial, trialStatement } from './statements.ts'
import { TryOutResult } from './TryOutResult.tsx'
import { type Outcome, tryOut } from './try-out.ts'

const ROLES = RUN_ROLES.filter((role) => role !== 'postgres')
const SOMEBODY = '00000000-0000-4000-8000-000000000001'

/** Tries what a role may do with a table: really, as that role, in a transaction that is undone. */
export function TryOutSheet({
  projectRef: ref,
  table,
  disabledReason,
  onClose,
}: {
  projectRef: string
  table: PolicyTable
  disabledReason: string | undefined
  onClose: () => void
}) {
  const [role, setRole] = useState<RunRole>('authenticated')
  const [user, setUser] = useState(SOMEBODY)
  const [more, setMore] = useState('')
  const [trial, setTrial] = useState<Trial>('select')
  const [typed, setTyped] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<(Outcome & { role: RunRole; trial: Trial; isWhole: boolean }) | null>(null)
  const [busy, setBusy] = useState(false)
  const abort = useRef<AbortController | null>(null)
  const claims = role === 'authenticated' ? claimsOf(user, more) : null
  const statement = typed ?? trialStatement(table, trial, role === 'authenticated' ? user : null)

  const run = async () => {
    if (claims === 'wrong' || busy) return
    const own = new AbortController()
    abort.current = own
    setBusy(true)
    const counts = trial === 'select'
    const done = await tryOut(ref, table, statement, { role, claims }, counts, own.signal)
    if (own.signal.aborted) return
    setBusy(false)
    setOutcome({ ...done, role, trial, isWhole: typed === null })
  }
  const close = () => {
    abort.current?.abort()
    onClose()
  }

  return (
    <Dialog
      onClose={close}
      variant="sheet"
      width={680}
      title={`Try out ${table.name}`}
      description="Runs as the role, with what its request would carry, and undoes what it did."
      onSubmit={() => void run()}
      footer={
        <>
          <Button onClick={close}>Close</Button>
          <Button
            type="submit"
            variant="primary"
            icon={Play}
            busy={busy}
            busyLabel="Running"
            disabledReason={disabledReason ?? (claims === 'wrong' && 'The claims are no JSON object')}
          >
            Try it
          </Button>
        </>
      }
    >
      {table.rls_enabled ? null : (
        <Note tone="warn">Row level security is off: whoever has the privilege reaches every row.</Note>
      )}
      <div className="flex flex-wrap gap-4">
        <Segmented
          label="Role"
          value={role}
          onValueChange={(next) => {
            setRole(next)
            setTyped(null)
          }}
          options={ROLES.map((value) => ({ value, label: value }))}
        />
        <Segmented
          label="What is tried"
          value={trial}
          onValueChange={(next) => {
            setTrial(next)
            setTyped(null)
          }}
          options={TRIALS.map((value) => ({ value, label: value }))}
        />
      </div>
      {role === 'authenticated' ? (
        <div className="grid grid-cols-2 gap-4 max-wide:grid-cols-1">
          <Field label="User ID" hint="The claim sub.">
            <Input mono spellCheck={false} value={user} onChange={(event) => setUser(event.target.value)} />
          </Field>
          <Field
            label="More claims"
            hint="A JSON object, such as an app_metadata."
            error={claims === 'wrong' ? 'Write the claims as a JSON object' : undefined}
          >
            <Textarea
              mono
              rows={2}
              value={more}
              placeholder={'{ "email": "…" }'}
              onChange={(event) => setMore(event.target.value)}
            />
          </Field>
        </div>
      ) : role === 'service_role' ? (
        <Note>service_role passes by all policies, as the secret keys do.</Note>
      ) : null}
      <SqlField
        projectRef={ref}
        label="Statement"
        value={statement}
        height={110}
        readOnly={false}
        onChange={(sql) => setTyped(sql)}
      />
      {outcome === null ? null : <TryOutResult table={table} {...outcome} />}
    </Dialog>
  )
}
