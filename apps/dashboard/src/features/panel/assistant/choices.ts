import { ASSISTANT_DEFAULT_SCHEMA, ASSISTANT_SCHEMAS_MAX } from '@stoa/contract'
import { useShell } from '../../../api/shell.ts'
import { local } from '../../../parts/browser-store/local.ts'
import { createValue, type Value } from '../../../parts/value/value.ts'

/** What a person has chosen about the assistant of a project, in this browser. */
export type Choices = {
  /** The schemas that it may look at. */
  readonly schemas: readonly string[]
  /** Whether names of the database may be sent, where the organization lets them be. */
  readonly sharesMetadata: boolean
  /** The chat that was shown last. */
  readonly chat: string | null
  /** The id of the chat that has not begun: what is written there is found again. */
  readonly fresh: string
}

const FIRST: Choices = { schemas: [ASSISTANT_DEFAULT_SCHEMA], sharesMetadata: true, chat: null, fresh: '' }

/** Whose assistant it is, and of which project: what is kept in this browser is no other account's. */
export const useWhose = (ref: string): string => `${useShell().profile.id} ${ref}`

const keyOf = (whose: string) => `stoa.assistant ${whose}`
const known = new Map<string, Value<Choices>>()

/**
 * What was chosen for a project. Setting it remembers it.
 * @param whose as `useWhose` gives it
 */
export function choicesOf(whose: string): Value<Choices> {
  const found = known.get(whose)
  if (found !== undefined) return found
  const value = createValue(read(whose))
  // A full storage forgets what was chosen with the page.
  const keep = () => void local.storeJson(keyOf(whose), value.get())
  value.subscribe(keep)
  keep()
  known.set(whose, value)
  return value
}

function read(whose: string): Choices {
  const found = local.readJson(keyOf(whose))
  const kept = (typeof found === 'object' && found !== null ? found : {}) as Partial<Record<keyof Choices, unknown>>
  const schemas = Array.isArray(kept.schemas)
    ? kept.schemas.filter((one): one is string => typeof one === 'string').slice(0, ASSISTANT_SCHEMAS_MAX)
    : FIRST.schemas
  return {
    schemas: schemas.length === 0 ? FIRST.schemas : schemas,
    sharesMetadata: kept.sharesMetadata !== false,
    chat: typeof kept.chat === 'string' ? kept.chat : null,
    fresh: typeof kept.fresh === 'string' && kept.fresh !== '' ? kept.fresh : crypto.randomUUID(),
  }
}
