import { NO_ROLE } from '@stoa/contract'
import { expect, test } from 'vitest'
import { describeRoles } from './describe-roles.ts'
import { draftProblem, PROJECT_ROLES, toDraft, toInput } from './roles.ts'

test('roles are told in one line', () => {
  expect(describeRoles('Owner', [])).toBe('Owner')
  expect(
    describeRoles(null, [
      { name: 'harbor', role: 'Administrator' },
      { name: 'ledger', role: 'Read-only' },
      { name: 'atlas', role: 'Read-only' },
    ]),
  ).toBe('Administrator in harbor, Read-only in 2 projects')
})

test('a draft goes there and back unchanged', () => {
  const held = { role: null, projects: [{ ref: 'qvkjzmrtpwxlhdeayusb', role: 'Developer' as const }] }
  expect(toInput(toDraft(held))).toEqual(held)
})

test('somebody without any role cannot be saved', () => {
  expect(draftProblem({ role: 'none', projects: [] })).toBe(NO_ROLE)
  expect(draftProblem({ role: 'Read-only', projects: [] })).toBeNull()
  expect(draftProblem({ role: 'none', projects: [{ ref: 'qvkjzmrtpwxlhdeayusb', role: 'Developer' }] })).toBeNull()
})

test('nobody owns a single project', () => {
  expect(PROJECT_ROLES).not.toContain('Owner')
})
