import type { Payload } from '../request/body.ts'
import type { Routine } from '../schema/cache.ts'
import { arrayLiteral, ident, qualified, type Statement } from './statement.ts'

export type Arguments =
  | { readonly kind: 'pairs'; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly kind: 'json'; readonly payload: Extract<Payload, { kind: 'json' }>; readonly names: readonly string[] }
  | { readonly kind: 'whole'; readonly text: string; readonly type: string }

const HEX = 'hex'

/** The bytes of a body as Postgres reads them. */
export const byteaText = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString(HEX)}`

/** Types that cut values to one character where no length is said, as functions never say one. */
const LENGTHS: Readonly<Record<string, string>> = { bit: 'bit varying', character: 'character varying' }
const anyLength = (type: string): string => {
  const [item = '', array = ''] = type.split(/(?=(?:\[\])+$)/)
  return `${LENGTHS[item] ?? item}${array}`
}

/** The statement that calls a function, with its rows under the names that the rest of a statement expects. */
export function callSql(statement: Statement, routine: Routine, args: Arguments): string {
  const name = qualified(routine.schema, routine.name)
  const alias = routine.composite ? 'pgrst_call' : 'pgrst_call(pgrst_scalar)'
  const columns = routine.composite ? 'pgrst_call.*' : 'pgrst_call.pgrst_scalar'
  const call = (list: string) => `${name}(${list}) ${alias}`
  if (args.kind === 'whole') return `SELECT ${columns} FROM ${call(`${statement.param(args.text)}::${args.type}`)}`
  const variadic = (one: string, mode: string) => (mode === 'v' ? `VARIADIC ${one}` : one)
  if (args.kind === 'pairs') {
    const given = routine.args.flatMap(({ name: arg, type, mode }) => {
      const values = args.pairs.filter(([key]) => key === arg).map(([, value]) => value)
      if (values.length === 0) return []
      const value = mode === 'v' ? arrayLiteral(values) : (values.at(-1) ?? '')
      return [variadic(`${ident(arg)} := ${statement.param(value)}::${anyLength(type)}`, mode)]
    })
    return `SELECT ${columns} FROM ${call(given.join(', '))}`
  }
  const named = routine.args.filter((arg) => args.names.includes(arg.name))
  if (named.length === 0) return `SELECT ${columns} FROM ${call('')}`
  const { payload } = args
  const types = named.map((arg) => `${ident(arg.name)} ${anyLength(arg.type)}`).join(', ')
  const list = named.map((arg) => ident(arg.name)).join(', ')
  const to = payload.array ? 'json_to_recordset' : 'json_to_record'
  const given = named.map((arg) => variadic(`${ident(arg.name)} := pgrst_body.${ident(arg.name)}`, arg.mode))
  return [
    `SELECT ${columns} FROM (SELECT ${statement.param(payload.text)}::json AS pgrst_json) pgrst_payload,`,
    `LATERAL (SELECT ${list} FROM ${to}(pgrst_payload.pgrst_json) AS _(${types}) LIMIT 1) pgrst_body,`,
    `LATERAL ${call(given.join(', '))}`,
  ].join(' ')
}
