import { afterEach, expect, it, vi } from 'vitest'
import { local, session } from './local.ts'

afterEach(() => vi.unstubAllGlobals())

function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage
}

it('keeps texts and values by key', () => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  expect(local.read('a')).toBeNull()
  expect(local.store('a', 'words')).toBe(true)
  expect(local.read('a')).toBe('words')
  expect(local.readJson('a')).toBeNull()
  expect(session.storeJson('a', { b: [1] })).toBe(true)
  expect(session.readJson('a')).toEqual({ b: [1] })
  local.remove('a')
  expect(local.read('a')).toBeNull()
})

it('keeps nothing and fails nowhere in a browser that refuses', () => {
  // As a browser does whose owner forbids it: already the name throws.
  vi.stubGlobal('localStorage', undefined)
  expect([local.read('a'), local.readJson('a'), local.store('a', 'x'), local.storeJson('a', 1)]).toEqual([
    null,
    null,
    false,
    false,
  ])
  expect(() => local.remove('a')).not.toThrow()
})
