import { describe, expect, test } from 'vitest'
import { can, type Grant, type PermissionQuestion } from './permissions.ts'
import { grantsOf, ROLES } from './roles.ts'

const grant = (more: Partial<Grant> = {}): Grant => ({
  actions: ['read:Read'],
  resources: ['projects'],
  condition: null,
  restrictive: false,
  organization_slug: 'acme',
  project_refs: null,
  ...more,
})
const ask = (more: Partial<PermissionQuestion> = {}): PermissionQuestion => ({
  action: 'read:Read',
  resource: 'projects',
  organization: 'acme',
  project: null,
  ...more,
})

describe('a grant', () => {
  test('gives what it names and nothing else', () => {
    expect(can([grant()], ask())).toBe(true)
    expect(can([], ask())).toBe(false)
    expect(can([grant()], ask({ action: 'write:Update' }))).toBe(false)
    expect(can([grant()], ask({ resource: 'members' }))).toBe(false)
    expect(can([grant()], ask({ organization: 'other' }))).toBe(false)
  })

  test('reads % as any run of characters, and names nothing but whole names', () => {
    const actions = ['infra:%', '%:Sql:%']
    const allowed = (action: string) => can([grant({ actions })], ask({ action }))
    expect(['infra:Execute', 'infra:', 'tenant:Sql:Write', ':Sql:'].map(allowed)).toEqual([true, true, true, true])
    expect(['xinfra:Execute', 'infra', 'tenant:Sql', 'INFRA:Execute'].map(allowed)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(can([grant({ resources: ['queue_jobs.%'] })], ask({ resource: 'queue_jobs.projects.pause' }))).toBe(true)
    expect(can([grant({ actions: ['%'] })], ask({ action: 'two\nlines' }))).toBe(true)
  })

  test('reads every other character as itself', () => {
    const allowed = (pattern: string, action: string) => can([grant({ actions: [pattern] })], ask({ action }))
    for (const pattern of ['a.b', 'a+', 'a*', '(a|b)', '[ab]', '^a$', 'a{1}', 'a\\d', 'a?']) {
      expect(allowed(pattern, pattern), pattern).toBe(true)
      for (const other of ['axb', 'a', 'aa', 'b', 'a1'])
        expect(allowed(pattern, other), `${pattern} ${other}`).toBe(false)
    }
  })

  test('with an empty list gives nothing', () => {
    expect(can([grant({ actions: [] })], ask())).toBe(false)
    expect(can([grant({ resources: [] })], ask())).toBe(false)
    expect(can([grant({ project_refs: [] })], ask({ project: 'one' }))).toBe(false)
  })

  test('of one project gives nothing in another nor in the organization', () => {
    const scoped = [grant({ project_refs: ['one'] })]
    expect(can(scoped, ask({ project: 'one' }))).toBe(true)
    expect(can(scoped, ask({ project: 'two' }))).toBe(false)
    expect(can(scoped, ask({ project: null }))).toBe(false)
    expect(can([grant()], ask({ project: 'any' }))).toBe(true)
  })
})

describe('a restrictive grant', () => {
  test('takes away what others give, in whatever order they come', () => {
    const grants = [grant({ actions: ['%'] }), grant({ restrictive: true })]
    expect(can(grants, ask())).toBe(false)
    expect(can([...grants].reverse(), ask())).toBe(false)
    expect(can(grants, ask({ action: 'write:Update' }))).toBe(true)
  })

  test('takes nothing away elsewhere', () => {
    const grants = [grant(), grant({ restrictive: true, project_refs: ['one'] })]
    expect(can(grants, ask({ project: 'one' }))).toBe(false)
    expect(can(grants, ask({ project: 'two' }))).toBe(true)
    expect(can([grant(), grant({ restrictive: true, organization_slug: 'other' })], ask())).toBe(true)
  })

  test('gives nothing itself', () => {
    expect(can([grant({ restrictive: true })], ask({ action: 'write:Update' }))).toBe(false)
  })

  test('with a condition that does not hold takes nothing away', () => {
    const condition = { '==': [{ var: 'resource.locked' }, true] } as const
    const grants = [grant(), grant({ restrictive: true, condition })]
    expect(can(grants, ask({ data: { resource: { locked: true } } }))).toBe(false)
    expect(can(grants, ask({ data: { resource: { locked: false } } }))).toBe(true)
  })
})

describe('a condition', () => {
  const own = { '==': [{ var: 'resource.owner_id' }, { var: 'subject.id' }] } as const
  const holds = (condition: Grant['condition'], data: PermissionQuestion['data']) =>
    can([grant({ condition })], data === undefined ? ask() : ask({ data }))

  test('compares values without changing their kind', () => {
    expect(holds(own, { resource: { owner_id: 7 }, subject: { id: 7 } })).toBe(true)
    expect(holds(own, { resource: { owner_id: 7 }, subject: { id: '7' } })).toBe(false)
    expect(holds({ '!=': [{ var: 'subject.id' }, 'a'] }, { subject: { id: 'b' } })).toBe(true)
    expect(holds({ '!=': [{ var: 'subject.id' }, 'b'] }, { subject: { id: 'b' } })).toBe(false)
    expect(holds({ '==': [null, null] }, {})).toBe(true)
  })

  test('never holds over a value that is missing, not even over two of them', () => {
    for (const data of [
      undefined,
      {},
      { resource: {} },
      { resource: {}, subject: {} },
      { resource: null, subject: 7 },
    ]) {
      expect(holds(own, data)).toBe(false)
      expect(holds({ '!=': own['=='] }, data)).toBe(false)
    }
    expect(holds({ in: [{ var: 'subject.id' }, { var: 'resource.ids' }] }, { resource: { ids: [undefined] } })).toBe(
      false,
    )
  })

  test('reads no more than the values’ own fields', () => {
    expect(
      holds({ '==': [{ var: 'subject.constructor' }, { var: 'resource.constructor' }] }, { subject: {}, resource: {} }),
    ).toBe(false)
    expect(holds({ '!=': [{ var: 'subject.__proto__' }, 'x'] }, { subject: {} })).toBe(false)
  })

  test('looks into lists and joins other conditions', () => {
    const one = { in: ['x', { var: 'resource.tags' }] } as const
    expect(holds(one, { resource: { tags: ['x'] } })).toBe(true)
    expect(holds(one, { resource: { tags: 'xyz' } })).toBe(false)
    const data = { resource: { tags: ['x'], owner_id: 1 }, subject: { id: 2 } }
    expect(holds({ and: [one, own] }, data)).toBe(false)
    expect(holds({ or: [one, own] }, data)).toBe(true)
    expect(holds({ and: [one, { '!': own }] }, data)).toBe(true)
    expect(holds({ and: [] }, data)).toBe(true)
    expect(holds({ or: [] }, data)).toBe(false)
  })
})

describe('roles', () => {
  const allows = (role: (typeof ROLES)[number], action: string, resource: string, refs: string[] | null = null) =>
    can(grantsOf(role, 'acme', refs), ask({ action, resource, project: refs?.[0] ?? null }))

  test.for([
    ['read:Read', 'projects', 'Owner Administrator Developer Read-only'],
    ['read:Read', 'members', 'Owner Administrator Developer Read-only'],
    ['read:Read', 'secret_keys', 'Owner Administrator Developer'],
    ['tenant:Sql:Read', 'database', 'Owner Administrator Developer Read-only'],
    ['tenant:Sql:Write', 'database', 'Owner Administrator Developer'],
    ['infra:Execute', 'reboot', 'Owner Administrator Developer'],
    ['infra:Execute', 'queue_jobs.projects.pause', 'Owner Administrator'],
    ['write:Create', 'projects', 'Owner Administrator'],
    ['write:Delete', 'projects', 'Owner Administrator'],
    ['write:Update', 'members', 'Owner Administrator'],
    ['write:Update', 'owners', 'Owner'],
    ['billing:Write', 'subscriptions', 'Owner'],
    ['write:Update', 'subscriptions', 'Owner'],
    ['write:Delete', 'organizations', 'Owner'],
  ] as const)('%s on %s is for %s', ([action, resource, expected]) => {
    expect(ROLES.filter((role) => allows(role, action, resource)).join(' ')).toBe(expected)
  })

  test('let everybody change their own snippets and no others', () => {
    for (const role of ['Developer', 'Read-only'] as const) {
      const write = (owner_id: string | undefined) =>
        can(
          grantsOf(role, 'acme', null),
          ask({
            action: 'write:Update',
            resource: 'user_content',
            data: { resource: { owner_id }, subject: { id: 'me' } },
          }),
        )
      expect([write('me'), write('you'), write(undefined)], role).toEqual([true, false, false])
    }
  })

  test('held in one project add to a role in the organization and take nothing from it', () => {
    const grants = [...grantsOf('Read-only', 'acme', null), ...grantsOf('Administrator', 'acme', ['one'])]
    const write = (project: string) => can(grants, ask({ action: 'write:Update', project }))
    expect([write('one'), write('two')]).toEqual([true, false])
    const owner = [...grantsOf('Owner', 'acme', null), ...grantsOf('Administrator', 'acme', ['one'])]
    expect(can(owner, ask({ action: 'write:Delete', resource: 'organizations' }))).toBe(true)
    expect(can(owner, ask({ action: 'write:Update', resource: 'owners' }))).toBe(true)
  })
})
