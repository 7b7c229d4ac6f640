import { local } from '../browser-store/local.ts'
import { createValue, type Value } from '../value/value.ts'

type Values = Readonly<Record<string, string>>

const keyOf = (ref: string, documentId: string) => `stoa.sql.params ${ref} ${documentId}`
const known = new Map<string, Value<Values>>()

function read(key: string): Values {
  const stored = local.readJson(key)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string'))
}

/** What somebody gave for the parameters of a document, by their names. Setting it remembers it in this browser. */
export function paramValuesOf(ref: string, documentId: string): Value<Values> {
  const key = keyOf(ref, documentId)
  const found = known.get(key)
  if (found !== undefined) return found
  const value = createValue(read(key))
  value.subscribe(() => void local.storeJson(key, value.get()))
  known.set(key, value)
  return value
}
