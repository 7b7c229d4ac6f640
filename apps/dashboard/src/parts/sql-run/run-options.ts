import { DEFAULT_ROW_LIMIT, ROW_LIMITS, RUN_ROLES } from '@stoa/contract'
import { local, session } from '../browser-store/local.ts'
import { createValue, type Value } from '../value/value.ts'
import type { RunRequest } from './run-state.ts'

/** How the runs of a document are made, as its bar says. */
export type RunOptions = Pick<RunRequest, 'limit' | 'role' | 'claims' | 'readOnly' | 'inTransaction' | 'timeoutMs'> & {
  /** What was typed for them and cannot be taken, by its field. Nothing is run in another way than the fields say. */
  readonly wrong: { readonly [field in 'claims' | 'timeout']?: { readonly text: string; readonly why: string } }
}

/** Timeouts that are offered, in ms; null is none. */
export const TIMEOUTS: readonly (number | null)[] = [null, 60_000, 300_000, 900_000]

const FIRST: RunOptions = {
  limit: DEFAULT_ROW_LIMIT,
  role: 'postgres',
  claims: null,
  readOnly: false,
  inTransaction: null,
  timeoutMs: null,
  wrong: {},
}

// The limit and the timeout are habits and stay with the project; the rest is about what a text is being tried for,
// and stays with the document while its tab of the browser lives.
const projectKey = (ref: string) => `stoa.sql.options ${ref}`
const documentKey = (ref: string, documentId: string) => `stoa.sql.options ${ref} ${documentId}`

const known = new Map<string, Value<RunOptions>>()

/** The options of a document's runs. Setting them remembers them. */
export function runOptionsOf(ref: string, documentId: string): Value<RunOptions> {
  const key = documentKey(ref, documentId)
  const found = known.get(key)
  if (found !== undefined) return found
  const value = createValue<RunOptions>({
    ...FIRST,
    ...habits(stored(local.readJson(projectKey(ref)))),
    ...trial(stored(session.readJson(key))),
  })
  value.subscribe(() => {
    const { limit, timeoutMs, wrong: _, ...rest } = value.get()
    local.storeJson(projectKey(ref), { limit, timeoutMs })
    session.storeJson(key, rest)
  })
  known.set(key, value)
  return value
}

type Stored = Readonly<Record<string, unknown>>

const stored = (found: unknown): Stored => (typeof found === 'object' && found !== null ? (found as Stored) : {})

/** What storage holds may be older than this code: only what is still known is taken. */
function habits({ limit, timeoutMs }: Stored): Partial<RunOptions> {
  return {
    ...(ROW_LIMITS.some((one) => one === limit) ? { limit: limit as number } : {}),
    ...(timeoutMs === null || (Number.isInteger(timeoutMs) && Number(timeoutMs) > 0)
      ? { timeoutMs: timeoutMs as number | null }
      : {}),
  }
}

function trial({ role, claims, readOnly, inTransaction }: Stored): Partial<RunOptions> {
  const found = RUN_ROLES.find((one) => one === role)
  return {
    ...(found ? { role: found } : {}),
    ...(typeof claims === 'object' && !Array.isArray(claims) ? { claims: claims as RunOptions['claims'] } : {}),
    ...(typeof readOnly === 'boolean' ? { readOnly } : {}),
    ...(inTransaction === 'rollback' ? { inTransaction } : {}),
  }
}

/** What people read for a limit. */
export const limitWords = (limit: number): string => (limit < 0 ? 'No limit' : `${limit.toLocaleString('en-US')} rows`)

/** What people read for a timeout. */
export function timeoutWords(ms: number | null): string {
  if (ms === null) return 'No timeout'
  if (ms % 60_000 === 0) return ms === 60_000 ? '1 minute' : `${ms / 60_000} minutes`
  return ms === 1_000 ? '1 second' : `${ms / 1_000} seconds`
}
