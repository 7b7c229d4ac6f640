import { qualifiedName, quoteIdent } from '@stoa/sql'
import { type Check, check, type Found, notOfExtension, OWN_SCHEMA, reachedBy } from './check.ts'

const nameOf = ({ schema, name }: Found) => qualifiedName(schema, name)
const RELATIONS = `select n.nspname as schema, c.relname as name, c.relname as "table"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace`
const HAS_POLICIES = 'exists (select from pg_policy p where p.polrelid = c.oid)'

type Routine = Found & {
  readonly kind: 'function' | 'procedure'
  readonly own_name: string
  readonly arguments: string
  readonly definer: boolean
}

/** What strangers or members could do that nobody meant them to. */
export const SECURITY: readonly Check[] = [
  check(
    'rls_disabled',
    `${RELATIONS} where c.relkind in ('r', 'p') and not c.relrowsecurity and not ${HAS_POLICIES}
      and ${reachedBy('select, insert, update, delete')} and ${notOfExtension('pg_class', 'c.oid')}`,
    (row) => ({
      level: 'error',
      type: 'table',
      detail: 'anon or authenticated may use this table, and no policy says which rows.',
      fix: [`alter table ${nameOf(row)} enable row level security`],
    }),
  ),
  check(
    'policies_without_rls',
    `${RELATIONS} where c.relkind in ('r', 'p') and not c.relrowsecurity and ${HAS_POLICIES} and ${OWN_SCHEMA}`,
    (row) => ({
      level: 'error',
      type: 'table',
      detail: 'The table has policies, and none of them is asked.',
      fix: [`alter table ${nameOf(row)} enable row level security`],
    }),
  ),
  check(
    'security_definer_view',
    `${RELATIONS} where c.relkind = 'v' and ${reachedBy('select')} and ${notOfExtension('pg_class', 'c.oid')}
      and not exists (select from pg_options_to_table(c.reloptions) o
        where o.option_name = 'security_invoker' and o.option_value::bool)`,
    (row) => ({
      level: 'error',
      type: 'view',
      detail: 'Callers of the API see what its owner sees.',
      fix: [`alter view ${nameOf(row)} set (security_invoker = on)`],
    }),
  ),
  check<Routine>(
    'function_search_path',
    `select n.nspname as schema, null as "table", p.proname as own_name,
        format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) as name,
        pg_get_function_identity_arguments(p.oid) as arguments, p.prosecdef as definer,
        case p.prokind when 'p' then 'procedure' else 'function' end as kind
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
      where p.prokind in ('f', 'p') and l.lanname not in ('c', 'internal') and p.prosqlbody is null
        and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')
        and ${OWN_SCHEMA} and ${notOfExtension('pg_proc', 'p.oid')}`,
    ({ schema, own_name, arguments: args, definer, kind }) => ({
      level: definer ? 'warning' : 'info',
      type: kind,
      detail: definer
        ? `It runs with the rights of its owner, so a name that means something else gives those away.`
        : `It runs with the rights of its caller, who can make it do something else.`,
      // What it finds now it finds then, too.
      fix: [`alter ${kind} ${qualifiedName(schema, own_name)}(${args}) set search_path = ${searchPath(schema)}`],
    }),
  ),
  check(
    'rls_without_policies',
    `${RELATIONS} where c.relkind in ('r', 'p') and c.relrowsecurity and not ${HAS_POLICIES}
      and ${reachedBy('select, insert, update, delete')} and ${notOfExtension('pg_class', 'c.oid')}`,
    () => ({
      level: 'info',
      type: 'table',
      detail: 'Callers of the API find no rows and can add none, until a policy lets them.',
      fix: [],
    }),
  ),
]

/** The schemas that every session of a project looks into, after the function's own. */
function searchPath(schema: string): string {
  const usual = ['public', 'extensions']
  return [...(usual.includes(schema) ? [] : [schema]), ...usual, 'pg_temp'].map(quoteIdent).join(', ')
}
