import { ASSISTANT_DEFAULT_SCHEMA, ASSISTANT_SCHEMAS_MAX } from '@stoa/contract'
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
const keyOf = (ref: string) => `stoa.assistant ${ref}`
const known = new Map<string, Value<Choices>>()

/** What was chosen for a project. Setting it remembers it. */
export function choicesOf(ref: string): Value<Choices> {
  const found = known.get(ref)
  if (found !== undefined) return found
  const value = createValue(read(ref))
  const keep = () => {
    try {
      localStorage.setItem(keyOf(ref), JSON.stringify(value.get()))
    } catch {
      // A full storage forgets what was chosen with the page.
    }
  }
  value.subscribe(keep)
  keep()
  known.set(ref, value)
  return value
}

function read(ref: string): Choices {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(ref)) ?? '{}') as Partial<Record<keyof Choices, unknown>>
    const schemas = Array.isArray(kept.schemas)
      ? kept.schemas.filter((one): one is string => typeof one === 'string').slice(0, ASSISTANT_SCHEMAS_MAX)
      : FIRST.schemas
    return {
      schemas: schemas.length === 0 ? FIRST.schemas : schemas,
      sharesMetadata: kept.sharesMetadata !== false,
      chat: typeof kept.chat === 'string' ? kept.chat : null,
      fresh: typeof kept.fresh === 'string' && kept.fresh !== '' ? kept.fresh : crypto.randomUUID(),
    }
  } catch {
    return { ...FIRST, fresh: crypto.randomUUID() }
  }
}
