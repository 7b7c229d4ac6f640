import { describe, expect, it } from 'vitest'
import { toCatalog } from './catalog.ts'
import { describeName } from './describe.ts'

const CATALOG = toCatalog({
  path: ['public'],
  schemas: ['public'],
  relations: [
    [
      'public',
      'orders',
      'r',
      'What people ordered',
      [
        ['id', 'bigint', true, true, null, null],
        ['user_id', 'uuid', false, false, 'public.users(id)', 'Who ordered'],
      ],
    ],
  ],
  functions: [['pg_catalog', 'lower', 'f', 'text', 'text', 'lowercase']],
  types: [['public', 'state', 'e', ['open', 'paid'], null]],
})

const at = (text: string) => describeName(CATALOG, text.replace('|', ''), text.indexOf('|'))

describe('describeName', () => {
  it('tells type, nullability, key and comment of a column, through aliases too', () => {
    expect(at('select o.user_id| from orders o')).toEqual({
      head: 'o.user_id',
      detail: 'uuid',
      facts: ['may be null', 'references public.users(id)'],
      comment: 'Who ordered',
    })
    expect(at('select id| from orders')).toMatchObject({ facts: ['not null', 'primary key'] })
    expect(at('select "user_id"| from orders')).toMatchObject({ detail: 'uuid' })
  })

  it('tells what relations, functions and types are', () => {
    expect(at('select * from orders|')).toMatchObject({ head: 'public.orders', detail: 'table' })
    expect(at('select o| from orders o')).toMatchObject({ head: 'public.orders', facts: ['id bigint', 'user_id uuid'] })
    expect(at('select lower|(x)')).toMatchObject({ facts: ['lower(text) → text'], comment: 'lowercase' })
    expect(at("select 'open'::state|")).toMatchObject({ detail: 'enum', facts: ['open', 'paid'] })
  })

  it('says nothing about what is not known', () => {
    expect(at('select nothing| from orders')).toBeNull()
    expect(at("select 'orders|'")).toBeNull()
  })
})
