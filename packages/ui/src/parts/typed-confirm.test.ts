import { expect, test } from 'vitest'
import { typedMismatch } from './typed-confirm.tsx'

test('only exactly the same letters match', () => {
  expect(typedMismatch('old-crm', 'old-crm')).toBeNull()
  for (const typed of ['', 'old-cr', 'Old-crm', 'old-crm '])
    expect(typedMismatch(typed, 'old-crm')).toBe('Value entered does not match')
})
