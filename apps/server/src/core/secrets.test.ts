import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  derivedKey,
  hashToken,
  localKeys,
  masterKey,
  newAccessToken,
  newLinkToken,
  newPassword,
  newRef,
  sealer,
} from './secrets.ts'

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const sealed = sealer(localKeys(new Map([['one', first]]), 'one'))
const PLACE = 'project:7:owner_password'

describe('a sealed value', () => {
  test('opens where it was sealed', async () => {
    for (const plain of ['secret', '', 'Ærø 日本 🚀\n', 'x'.repeat(100_000)])
      expect(await sealed.open(PLACE, await sealed.seal(PLACE, plain))).toBe(plain)
  })

  test('does not show what it holds, and never looks the same twice', async () => {
    const [one, two] = [await sealed.seal(PLACE, 'secret'), await sealed.seal(PLACE, 'secret')]
    expect(one).not.toBe(two)
    for (const text of [one, Buffer.from(one.split('.')[3] ?? '', 'base64url').toString()])
      expect(text).not.toContain('secret')
  })

  test('moved to another row does not open', async () => {
    const value = await sealed.seal(PLACE, 'secret')
    for (const place of ['project:8:owner_password', 'project:7:api_password', '', `${PLACE} `])
      await expect(sealed.open(place, value)).rejects.toThrow()
  })

  test('with one changed byte does not open, wherever it is', async () => {
    const value = await sealed.seal(PLACE, 'secret')
    const [version = '', kid = '', ...parts] = value.split('.')
    for (const [index, part] of parts.entries()) {
      const bytes = Buffer.from(part, 'base64url')
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        const other = parts.with(index, changed.toString('base64url'))
        await expect(sealed.open(PLACE, [version, kid, ...other].join('.')), `${index} ${at}`).rejects.toThrow()
      }
    }
  })

  test('of another form does not open', async () => {
    for (const value of ['', 'v1', 'v2.one.a.b', 'v1..a.b', 'v1.one.a', 'v1.one.a.b'])
      await expect(sealed.open(PLACE, value), value).rejects.toThrow()
  })

  test('opens with the old key after a new one seals', async () => {
    const old = await sealed.seal(PLACE, 'secret')
    const rotated = sealer(
      localKeys(
        new Map([
          ['one', first],
          ['two', second],
        ]),
        'two',
      ),
    )
    expect(await rotated.open(PLACE, old)).toBe('secret')
    const fresh = await rotated.seal(PLACE, 'newer')
    expect(fresh.split('.')[1]).toBe('two')
    expect(await rotated.open(PLACE, fresh)).toBe('newer')
    await expect(sealed.open(PLACE, fresh)).rejects.toThrow('The key two that sealed this value is not here')
  })

  test('does not open with another key of the same name', async () => {
    const value = await sealed.seal(PLACE, 'secret')
    await expect(sealer(localKeys(new Map([['one', second]]), 'one')).open(PLACE, value)).rejects.toThrow()
    // Nor when it claims that another key wrapped it.
    const both = sealer(
      localKeys(
        new Map([
          ['one', first],
          ['two', first],
        ]),
        'one',
      ),
    )
    await expect(both.open(PLACE, value.replace('v1.one.', 'v1.two.'))).rejects.toThrow()
  })
})

describe('the master key', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stoa-test-keys-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('is made once, for its owner alone, also by several at once', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => masterKey(folder)))
    for (const key of keys) expect(key.equals(keys[0] ?? Buffer.alloc(0))).toBe(true)
    expect(keys[0]).toHaveLength(32)
    expect(((await stat(join(folder, 'keys'))).mode & 0o777).toString(8)).toBe('700')
    expect(((await stat(join(folder, 'keys/master.key'))).mode & 0o777).toString(8)).toBe('600')
    expect((await masterKey(folder)).equals(keys[0] ?? Buffer.alloc(0))).toBe(true)
  })

  test('that is damaged is told and never replaced', async () => {
    const file = join(folder, 'keys/master.key')
    await writeFile(file, 'short\n')
    await expect(masterKey(folder)).rejects.toThrow(`${file} does not hold a 32-byte key`)
    expect(await readFile(file, 'utf8')).toBe('short\n')
  })

  test('gives a key of its own to each purpose', () => {
    expect(derivedKey(first, 'sessions').equals(derivedKey(first, 'sessions'))).toBe(true)
    expect(derivedKey(first, 'sessions').equals(derivedKey(first, 'other'))).toBe(false)
    expect(derivedKey(first, 'sessions').equals(derivedKey(second, 'sessions'))).toBe(false)
  })
})

test('what is drawn by lot has its form and does not repeat', () => {
  const drawn = (make: () => string) => new Set(Array.from({ length: 500 }, make))
  for (const [make, form] of [
    [newRef, /^[a-z]{20}$/],
    [newPassword, /^[A-HJ-NP-Za-km-z2-9]{24}$/],
    [newAccessToken, /^sbp_[0-9a-f]{40}$/],
    [newLinkToken, /^[\w-]{43}$/],
  ] as const) {
    const values = drawn(make)
    expect(values.size).toBe(500)
    for (const value of values) expect(value).toMatch(form)
  }
})

test('a token is kept as a hash that tells it from every other', () => {
  expect(hashToken('a')).toHaveLength(32)
  expect(hashToken('a').equals(hashToken('a'))).toBe(true)
  expect(hashToken('a').equals(hashToken('b'))).toBe(false)
})
