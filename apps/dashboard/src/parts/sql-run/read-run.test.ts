import { expect, it } from 'vitest'
import { readRun } from './read-run.ts'

const LINES = [
  { type: 'run', id: 'a', auto_limit: null },
  { type: 'rows', count: 1, rows: [['1']] },
  { type: 'rows', count: 1, rows: [['2']] },
  { type: 'done', ms: 1 },
].map((line) => `${JSON.stringify(line)}\n`)
const WHOLE = LINES.join('')

/** An answer that has so many bytes, and then breaks off unless they are all. */
function answer(bytes: number): Response {
  const sent = new TextEncoder().encode(WHOLE).slice(0, bytes)
  return new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(sent),
      pull: (controller) =>
        bytes < WHOLE.length ? controller.error(new TypeError('network error')) : controller.close(),
    }),
  )
}

/** Reads a run whose connection is lost after so many bytes, one after the other. */
async function read(...losses: number[]): Promise<{ types: string[]; asked: number }> {
  const types: string[] = []
  let asked = 0
  const again = () => async () => {
    asked++
    return answer(losses[asked] ?? WHOLE.length)
  }
  await readRun(
    async () => answer(losses[0] ?? WHOLE.length),
    again,
    (line) => {
      types.push('text' in line ? line.text : line.type)
      return line.type === 'done'
    },
  )
  return { types, asked }
}

const ALL = (await read()).types

it('gives every line once, wherever the connection is lost', async () => {
  expect(ALL).toHaveLength(LINES.length)
  for (let at = 0; at < WHOLE.length; at++) expect(await read(at), `${at}`).toEqual({ types: ALL, asked: 1 })
})

it('comes back as often as something new has come meanwhile', async () => {
  const ends = LINES.map((_, i) => LINES.slice(0, i).join('').length)
  expect(await read(...ends)).toEqual({ types: ALL, asked: 4 })
})

it('gives up when nothing new comes, and when there is nothing to come back to', async () => {
  await expect(read(...Array<number>(50).fill(60))).rejects.toThrow('network error')
  const lost = readRun(
    async () => answer(60),
    () => null,
    () => false,
  )
  await expect(lost).rejects.toThrow('network error')
})

it('does not come back after a refusal', async () => {
  const refused = () => Promise.reject(new Error('There is no SQL to run'))
  await expect(
    readRun(
      refused,
      () => refused,
      () => false,
    ),
  ).rejects.toThrow('There is no SQL to run')
})
