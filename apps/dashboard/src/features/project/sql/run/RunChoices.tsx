import { projectPermissions, ROW_LIMITS, RUN_ROLES, RUN_TIMEOUT_MAX_MS, type RunRole } from '@stoa/contract'
import { Field, IconButton, Input, Popover, Select, Switch, Textarea } from '@stoa/ui'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { limitWords, type RunOptions, TIMEOUTS, timeoutWords } from '../../../../parts/sql-run/run-options.ts'
import { useValue, type Value } from '../../../../parts/value/value.ts'

const HINTS: Readonly<Record<RunRole, string>> = {
  postgres: 'The owner',
  anon: 'Not signed in',
  authenticated: 'Signed in',
  service_role: 'Passes row level security',
}
const FORBIDDEN = projectPermissions.writeSql.denied
const CUSTOM = 'custom'

/** How many rows a run gives, and the panel with everything else that a run can be told. */
export function RunChoices({ options, mayWrite }: { options: Value<RunOptions>; mayWrite: boolean }) {
  const chosen = useValue(options)
  const set = (change: Partial<RunOptions>) => options.set({ ...options.get(), ...change })
  return (
    <>
      <Select
        size="sm"
        aria-label="Row limit"
        value={String(chosen.limit)}
        onValueChange={(value) => set({ limit: Number(value) })}
        options={ROW_LIMITS.map((limit) => ({ value: String(limit), label: limitWords(limit) }))}
        className="w-32"
      />
      <Popover
        label="How it is run"
        align="end"
        side="top"
        width={340}
        trigger={<IconButton size="sm" icon={SlidersHorizontal} label="How it is run" />}
      >
        <div className="grid gap-4 p-3">
          <Field label="Role">
            <Select
              value={mayWrite ? chosen.role : 'postgres'}
              onValueChange={(role) => set({ role, claims: role === 'authenticated' ? chosen.claims : null })}
              options={RUN_ROLES.map((role) => ({ value: role, label: role, hint: HINTS[role] }))}
              disabledReason={mayWrite ? null : FORBIDDEN}
            />
          </Field>
          {mayWrite && chosen.role === 'authenticated' ? (
            <Claims claims={chosen.claims} onChange={(claims) => set({ claims })} />
          ) : null}
          <Switch
            label="Read only"
            hint="Nothing can be changed, whatever the text says."
            checked={chosen.readOnly || !mayWrite}
            onChange={(event) => set({ readOnly: event.target.checked })}
            disabledReason={mayWrite ? null : FORBIDDEN}
          />
          <Switch
            label="Roll back at the end"
            hint="Runs as one transaction, and undoes what it changed."
            checked={chosen.inTransaction === 'rollback' && mayWrite}
            onChange={(event) => set({ inTransaction: event.target.checked ? 'rollback' : null })}
            disabledReason={mayWrite ? null : FORBIDDEN}
          />
          <Timeout ms={chosen.timeoutMs} onChange={(timeoutMs) => set({ timeoutMs })} />
        </div>
      </Popover>
    </>
  )
}

/** The user whose requests are tried out, or all that their token would say. */
function Claims({
  claims,
  onChange,
}: {
  claims: RunOptions['claims']
  onChange: (claims: RunOptions['claims']) => void
}) {
  const [text, setText] = useState(claims === null ? '' : JSON.stringify(claims, null, 2))
  const [error, setError] = useState<string | undefined>()
  const take = (value: string) => {
    setText(value)
    const read = readClaims(value)
    setError(read === 'wrong' ? 'Write a user ID, or the claims as a JSON object' : undefined)
    if (read !== 'wrong') onChange(read)
  }
  return (
    <Field label="User" hint="A user ID, or all claims of the token as JSON." error={error}>
      <Textarea
        mono
        rows={3}
        value={text}
        placeholder={'{ "sub": "…", "email": "…" }'}
        onChange={(event) => take(event.target.value)}
      />
    </Field>
  )
}

/** What was typed, as claims; nothing for an empty text. */
function readClaims(text: string): RunOptions['claims'] | 'wrong' {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!trimmed.startsWith('{')) return /^[\w-]+$/.test(trimmed) ? { sub: trimmed } : 'wrong'
  try {
    return JSON.parse(trimmed) as Record<string, unknown>
  } catch {
    return 'wrong'
  }
}

const SECOND_MS = 1_000

function Timeout({ ms, onChange }: { ms: number | null; onChange: (ms: number | null) => void }) {
  const isListed = TIMEOUTS.includes(ms)
  const [isCustom, setCustom] = useState(!isListed)
  const [seconds, setSeconds] = useState(ms === null ? '30' : String(ms / SECOND_MS))
  const take = (text: string) => {
    setSeconds(text)
    const value = Number(text) * SECOND_MS
    if (Number.isInteger(value) && value > 0 && value <= RUN_TIMEOUT_MAX_MS) onChange(value)
  }
  const value = Number(seconds) * SECOND_MS
  const isWrong = !(Number.isInteger(value) && value > 0 && value <= RUN_TIMEOUT_MAX_MS)
  return (
    <>
      <Field label="Timeout">
        <Select
          value={isCustom ? CUSTOM : String(ms)}
          onValueChange={(chosen) => {
            setCustom(chosen === CUSTOM)
            if (chosen === CUSTOM) take(seconds)
            else onChange(chosen === 'null' ? null : Number(chosen))
          }}
          options={[
            ...TIMEOUTS.map((one) => ({ value: String(one), label: timeoutWords(one) })),
            { value: CUSTOM, label: 'Custom' },
          ]}
        />
      </Field>
      {isCustom ? (
        <Field label="Seconds" error={isWrong ? 'A timeout is at least a millisecond and at most a day' : undefined}>
          <Input inputMode="decimal" value={seconds} onChange={(event) => take(event.target.value)} />
        </Field>
      ) : null}
    </>
  )
}
