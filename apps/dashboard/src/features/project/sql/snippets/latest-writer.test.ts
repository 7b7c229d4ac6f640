import { expect, it } from 'vitest'
import { latestWriter } from './latest-writer.ts'

type Waiting = { resolve: () => void; reject: (error: Error) => void }

/** Writes that end when the test says so. */
function slowWrites() {
  const written: string[] = []
  const waiting: Waiting[] = []
  const write = (text: string) =>
    new Promise<void>((resolve, reject) => {
      written.push(text)
      waiting.push({ resolve, reject })
    })
  const settle = async (how: (one: Waiting) => void) => {
    const one = waiting.shift()
    if (one) how(one)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { written, write, settle }
}

const words = 'select a from b where c'
const typed = Array.from({ length: words.length }, (_, i) => words.slice(0, i + 1))

it('writes each text at once, and of many only the newest once some are stored', async () => {
  const { written, write, settle } = slowWrites()
  const writer = latestWriter(write, () => {})
  for (const text of typed) writer.keep(text)
  expect(written).toEqual(typed.slice(0, 16))
  await settle((one) => one.resolve())
  expect(written).toEqual([...typed.slice(0, 16), words])
  for (let i = 0; i < 16; i++) await settle((one) => one.resolve())
  expect(writer.unstored()).toBeNull()
  writer.keep(`${words}1`)
  expect(written.at(-1)).toBe(`${words}1`)
})

it('knows what is not stored yet', async () => {
  const { write, settle } = slowWrites()
  const writer = latestWriter(write, () => {})
  expect(writer.unstored()).toBeNull()
  writer.keep('a')
  writer.keep('ab')
  await settle((one) => one.resolve())
  expect(writer.unstored()).toBe('ab')
  await settle((one) => one.resolve())
  expect(writer.unstored()).toBeNull()
})

it('says when a text could not be kept and still tries the next', async () => {
  const { written, write, settle } = slowWrites()
  const failures: unknown[] = []
  const writer = latestWriter(write, (error) => failures.push(error))
  writer.keep('a')
  writer.keep('ab')
  await settle((one) => one.reject(new Error('full')))
  expect(failures).toEqual([new Error('full')])
  writer.keep('abc')
  expect(written).toEqual(['a', 'ab', 'abc'])
})
