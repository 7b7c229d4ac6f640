import { grantsOf, organizationPermissions, projectPermissions, type Role } from '@stoa/contract'
import { expect, test } from 'vitest'
import { answerPermission } from './answer-permission.ts'

const REF = 'qvkjzmrtpwxlhdeayusb'
const OTHER = 'mxtyqhwlzrbvfdkepsnc'

const shellOf = (role: Role, projects: readonly string[] | null = null) => ({
  profile: { id: 'u1', name: 'Mira', primary_email: 'mira@example.com' },
  projects: [
    { ref: REF, name: 'harbor', organization_slug: 'halden' },
    { ref: OTHER, name: 'ledger', organization_slug: 'halden' },
  ],
  permissions: grantsOf(role, 'halden', projects),
})

test('what is allowed has no reason', () => {
  expect(answerPermission(shellOf('Owner'), projectPermissions.pause, { ref: REF })).toEqual({
    allowed: true,
    reason: undefined,
  })
})

test('what is not allowed says so in the sentence of the permission', () => {
  expect(answerPermission(shellOf('Developer'), projectPermissions.restore, { ref: REF })).toEqual({
    allowed: false,
    reason: 'You need additional permissions to resume this project',
  })
  expect(answerPermission(shellOf('Developer'), organizationPermissions.update, { slug: 'halden' }).reason).toBe(
    'You do not have the required permissions to update this organization',
  )
})

test('a role in one project does not reach another', () => {
  const shell = shellOf('Administrator', [REF])
  expect(answerPermission(shell, projectPermissions.pause, { ref: REF }).allowed).toBe(true)
  expect(answerPermission(shell, projectPermissions.pause, { ref: OTHER }).allowed).toBe(false)
})

test('nothing is allowed in an organization or a project that one does not know', () => {
  const shell = shellOf('Owner')
  expect(answerPermission(shell, organizationPermissions.update, { slug: 'elsewhere' }).allowed).toBe(false)
  expect(answerPermission(shell, projectPermissions.read, { ref: 'zzzzzzzzzzzzzzzzzzzz' }).allowed).toBe(false)
  expect(answerPermission(shell, projectPermissions.read, {}).allowed).toBe(false)
})
