import type { PolicyTable } from '@stoa/contract'
import { qualifiedName, quoteIdent, quoteLiteral } from '@stoa/sql'

/** What is tried. */
export const TRIALS = ['select', 'insert', 'update', 'delete'] as const
export type Trial = (typeof TRIALS)[number]

/** A value of a type, to begin with. */
function sample(type: string, user: string | null): string {
  if (/^uuid$/.test(type)) return user === null ? 'gen_random_uuid()' : quoteLiteral(user)
  if (/^(?:smallint|integer|bigint|numeric|real|double)/.test(type)) return '1'
  if (/^bool/.test(type)) return 'true'
  if (/^(?:timestamp|date)/.test(type)) return 'now()'
  if (/^jsonb?$/.test(type)) return `'{}'`
  if (/\[\]$/.test(type)) return `'{}'`
  if (/^(?:text|character|citext)/.test(type)) return `'a text'`
  return 'null'
}

/** The statement that tries something with a table, to be changed before it runs. */
export function trialStatement(
  { schema, name, columns }: Pick<PolicyTable, 'schema' | 'name' | 'columns'>,
  trial: Trial,
  user: string | null,
): string {
  const table = qualifiedName(schema, name)
  if (trial === 'select') return `select * from ${table} limit 50`
  if (trial === 'delete') return `delete from ${table}`
  const writable = columns.filter(({ is_generated: generated }) => !generated)
  if (trial === 'update') {
    const column = quoteIdent(writable[0]?.name ?? columns[0]?.name ?? 'id')
    return `update ${table} set ${column} = ${column}`
  }
  const needed = writable.filter(({ is_required: required, type }) => required || type === 'uuid')
  if (needed.length === 0) return `insert into ${table} default values`
  return `insert into ${table} (${needed.map((column) => quoteIdent(column.name)).join(', ')})
values (${needed.map(({ type }) => sample(type, user)).join(', ')})`
}

const DENIED = '42501'

/**
 * What a refusal means for whoever writes policies, in a sentence; null when Postgres's own words say enough.
 * @param grants what the role may do to the table at all
 */
export function refusalWords(
  failure: { readonly code: string | null; readonly message: string },
  { role, trial, grants }: { role: string; trial: Trial; grants: readonly string[] },
): string | null {
  if (failure.code !== DENIED) return null
  if (failure.message.includes('row-level security')) return `No policy lets ${role} write such a row.`
  if (!grants.includes(trial.toUpperCase()))
    return `${role} has no privilege to ${trial} here. It is refused before any policy is asked: grant it first.`
  return null
}

/**
 * What came of it, in a sentence.
 * @param seen how many rows the role read or changed
 * @param total how many there are; null when that is not known
 */
export function outcomeWords(role: string, trial: Trial, seen: number, total: number | null): string {
  const rows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)
  const of = total === null ? rows(seen) : `${seen.toLocaleString('en-US')} of ${rows(total)}`
  if (trial === 'select') return `${role} sees ${of}.`
  if (trial === 'insert') return `${role} may insert this. It was undone.`
  if (seen === 0) return `Nothing happens: ${role} sees no row here that it may ${trial}.`
  return `${role} may ${trial} ${of}. It was undone.`
}
