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
const WRONG_CLAIMS = 'Nothing was run: the user to run it as is neither a user ID nor a JSON object'
const WRONG_TIMEOUT = 'Nothing was run: its timeout is not between a millisecond and a day'

/** How many rows a run gives, and the panel with everything else that a run can be told. */
export function RunChoices({ options, mayWrite }: { options: Value<RunOptions>; mayWrite: boolean }) {
  const chosen = useValue(options)
  const set = (change: Partial<RunOptions>) => options.set({ ...options.get(), ...change })
  /** Takes a change of a field, or what was typed into it instead of one. */
  const setField = (field: keyof RunOptions['wrong'], change: Partial<RunOptions> | { text: string; why: string }) => {
    const { [field]: _, ...others } = options.get().wrong
    if ('why' in change) set({ wrong: { ...others, [field]: change } })
    else set({ ...change, wrong: others })
  }
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
              onValueChange={(role) =>
                role === 'authenticated' ? set({ role }) : setField('claims', { role, claims: null })
              }
              options={RUN_ROLES.map((role) => ({ value: role, label: role, hint: HINTS[role] }))}
              disabledReason={mayWrite ? null : FORBIDDEN}
            />
          </Field>
          {mayWrite && chosen.role === 'authenticated' ? (
            <Claims
              claims={chosen.claims}
              wrong={chosen.wrong.claims?.text}
              onChange={(claims) => setField('claims', { claims })}
              onWrong={(text) => setField('claims', { text, why: WRONG_CLAIMS })}
            />
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
          <Timeout
            ms={chosen.timeoutMs}
            wrong={chosen.wrong.timeout?.text}
            onChange={(timeoutMs) => setField('timeout', { timeoutMs })}
            onWrong={(text) => setField('timeout', { text, why: WRONG_TIMEOUT })}
          />
        </div>
      </Popover>
    </>
  )
}

/** The user whose requests are tried out, or all that their token would say. */
function Claims({
  claims,
  wrong,
  onChange,
  onWrong,
}: {
  claims: RunOptions['claims']
  /** What was typed instead of claims. */
  wrong: string | undefined
  onChange: (claims: RunOptions['claims']) => void
  onWrong: (text: string) => void
}) {
  const [text, setText] = useState(wrong ?? (claims === null ? '' : JSON.stringify(claims, null, 2)))
  const take = (value: string) => {
    setText(value)
    const read = readClaims(value)
    if (read === 'wrong') onWrong(value)
    else onChange(read)
  }
  return (
    <Field
      label="User"
      hint="A user ID, or all claims of the token as JSON."
      error={wrong === undefined ? undefined : 'Write a user ID, or the claims as a JSON object'}
    >
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

function Timeout({
  ms,
  wrong,
  onChange,
  onWrong,
}: {
  ms: number | null
  /** What was typed instead of a timeout. */
  wrong: string | undefined
  onChange: (ms: number | null) => void
  onWrong: (text: string) => void
}) {
  const [isCustom, setCustom] = useState(wrong !== undefined || !TIMEOUTS.includes(ms))
  const [seconds, setSeconds] = useState(wrong ?? (ms === null ? '30' : String(ms / SECOND_MS)))
  const take = (text: string) => {
    setSeconds(text)
    const value = Math.round(Number(text) * SECOND_MS)
    if (value > 0 && value <= RUN_TIMEOUT_MAX_MS) onChange(value)
    else onWrong(text)
  }
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
        <Field
          label="Seconds"
          error={wrong === undefined ? undefined : 'A timeout is at least a millisecond and at most a day'}
        >
          <Input inputMode="decimal" value={seconds} onChange={(event) => take(event.target.value)} />
        </Field>
      ) : null}
    </>
  )
}
