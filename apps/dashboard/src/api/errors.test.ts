import { ORPCError } from '@orpc/client'
import { describe, expect, test } from 'vitest'
import { errorMessage, fieldMessages, isTransient, UNREACHABLE } from './errors.ts'

describe('the sentence shown for an error', () => {
  test('is the server’s own', () => {
    expect(errorMessage(new ORPCError('CONFLICT', { message: 'That name is taken' }))).toBe('That name is taken')
  })

  test('is found in an answer of another shape, such as a proxy’s', () => {
    const error = new ORPCError('MALFORMED_ORPC_ERROR_RESPONSE', {
      status: 502,
      message: 'Bad Gateway',
      data: { body: { message: 'Upstream is down' } },
    })
    expect(errorMessage(error)).toBe('Upstream is down')
  })

  test('says that the server does not answer when there was no answer', () => {
    expect(errorMessage(new TypeError('Failed to fetch'))).toBe(UNREACHABLE)
  })
})

test('only what may pass by itself is tried again', () => {
  expect(isTransient(new TypeError('Failed to fetch'))).toBe(true)
  expect(isTransient(new ORPCError('INTERNAL_SERVER_ERROR'))).toBe(true)
  expect(isTransient(new ORPCError('FORBIDDEN'))).toBe(false)
  expect(isTransient(new ORPCError('TOO_MANY_REQUESTS'))).toBe(false)
  expect(isTransient(new Error('a mistake in the page'))).toBe(false)
})

describe('messages of a refused input', () => {
  test('are sorted by field, the first of each', () => {
    const error = new ORPCError('BAD_REQUEST', {
      data: {
        issues: [
          { path: ['name'], message: 'Project name is required' },
          { path: ['name'], message: 'Project name is odd' },
          { path: ['projects', 0, 'ref'], message: 'Not a ref' },
          { path: [], message: 'Something about the whole' },
          'noise',
        ],
      },
    })
    expect(fieldMessages(error)).toEqual({ name: 'Project name is required', 'projects.0.ref': 'Not a ref' })
  })

  test('are none for any other error', () => {
    expect(fieldMessages(new ORPCError('CONFLICT'))).toEqual({})
    expect(fieldMessages(new Error('x'))).toEqual({})
    expect(fieldMessages(null)).toEqual({})
  })
})
