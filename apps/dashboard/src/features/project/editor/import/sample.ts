import Papa from 'papaparse'
import { inferType, type JsonKind } from './infer.ts'
import type { Kind } from './source.ts'

/** Rows that are looked at to tell what the columns hold. */
const ROWS = 1000

/** The first rows of a file. */
export type Sample = {
  readonly kind: Kind
  /** Of CSV. */
  readonly delimiter: string
  /** Whether values of CSV may stand between quotes. */
  readonly quoted: boolean
  /** The first row of CSV as it stands there; the keys of JSON. */
  readonly first: readonly string[]
  /** All rows that were read, for CSV with the first one; null where there is nothing. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** For JSON, what kind of value stands in each column. */
  readonly kinds: readonly JsonKind[]
  /** What is wrong with what was read; null when nothing is. */
  readonly problem: string | null
}

export const DELIMITERS = [
  { value: ',', label: 'Comma' },
  { value: '\t', label: 'Tab' },
  { value: ';', label: 'Semicolon' },
  { value: '|', label: 'Bar' },
] as const

/**
 * Reads the beginning of a CSV file.
 * @param delimiter an empty text to find it out
 * @param isWhole whether the text is all of the file
 * @param quoted whether values may stand between quotes
 */
export function sampleCsv(text: string, isWhole: boolean, delimiter: string, quoted = true): Sample {
  const { data, meta, errors } = Papa.parse<string[]>(text, {
    delimiter,
    ...(!quoted && { quoteChar: '\u0001' }),
    delimitersToGuess: DELIMITERS.map(({ value }) => value),
    preview: ROWS + 1,
    skipEmptyLines: 'greedy',
  })
  // The last row of a beginning may be cut.
  const rows = isWhole || data.length > ROWS ? data : data.slice(0, -1)
  const broken = isWhole ? errors.find(({ type }) => type === 'Quotes') : undefined
  return {
    kind: 'csv',
    delimiter: meta.delimiter || ',',
    quoted,
    first: rows[0] ?? [],
    rows: rows.map((row) => row.map((value) => (value === '' ? null : value))),
    kinds: [],
    problem:
      rows.length === 0
        ? 'There are no rows in this file'
        : broken === undefined
          ? null
          : `The quotes in row ${(broken.row ?? 0) + 1} do not match`,
  }
}

/** Whether the first row looks like names and not like values. */
export function looksLikeNames({ first, rows }: Sample): boolean {
  // Where the values below are of a type that the word above them is not, it is a name, also when it occurs twice.
  const isTitle = (title: string, at: number) => {
    const values = rows.slice(1).map((row) => row[at] ?? null)
    return title.trim() !== '' && inferType(values) !== 'text' && inferType([title]) === 'text'
  }
  if (first.some(isTitle)) return true
  const names = new Set(first.map((name) => name.trim().toLowerCase()))
  if (names.size !== first.length || names.has('') || first.some((name) => /^-?[\d.,:/ -]+$/.test(name))) return false
  return rows.length > 1 || first.some((name) => /^[a-z_ ]+$/i.test(name))
}

/** Objects that stand whole in the beginning of a file. */
function objectsIn(text: string, isWhole: boolean): unknown[] {
  const trimmed = text.trim()
  const attempt = (json: string): unknown[] | null => {
    try {
      const found: unknown = JSON.parse(json)
      return Array.isArray(found) ? found : [found]
    } catch {
      return null
    }
  }
  if (isWhole) {
    const whole = attempt(trimmed)
    if (whole !== null) return whole
  }
  if (trimmed.startsWith('[')) {
    // Cut behind the last object that is whole.
    let end = trimmed.length
    for (let tries = 0; tries < 200; tries++) {
      end = trimmed.lastIndexOf('}', end - 1)
      if (end < 0) return []
      const found = attempt(`${trimmed.slice(0, end + 1)}]`)
      if (found !== null) return found
    }
    return []
  }
  const lines = trimmed.split('\n')
  return (isWhole ? lines : lines.slice(0, -1)).slice(0, ROWS).flatMap((line) => attempt(line) ?? [])
}

const kindOf = (value: unknown): JsonKind => {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'object') return 'deep'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'string'
}

/** Reads the beginning of a JSON file: one list of objects, or one object after another. */
export function sampleJson(text: string, isWhole: boolean): Sample {
  const objects = objectsIn(text, isWhole)
    .slice(0, ROWS)
    .filter(
      (item): item is Record<string, unknown> => typeof item === 'object' && item !== null && !Array.isArray(item),
    )
  const keys = [...new Set(objects.flatMap((item) => Object.keys(item)))]
  const kinds = keys.map((key): JsonKind => {
    const found = new Set(objects.map((item) => kindOf(item[key])).filter((kind) => kind !== 'none'))
    return found.size > 1 ? 'mixed' : ([...found][0] ?? 'none')
  })
  const shown = (value: unknown): string | null =>
    value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)
  return {
    kind: 'json',
    delimiter: ',',
    quoted: true,
    first: keys,
    rows: objects.map((item) => keys.map((key) => shown(item[key]))),
    kinds,
    problem: keys.length === 0 ? 'There are no objects in this file' : null,
  }
}
