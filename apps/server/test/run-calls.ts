import type { SqlRunInfo, SqlRunLine } from '@stoa/contract'
import { expect } from 'vitest'
import type { TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SqlRunLine)

/** What tests ask of the runs of a project, as whoever has the token unless told otherwise. */
export function runCalls(platform: () => TestPlatform, place: () => { readonly ref: string; readonly token: string }) {
  const base = () => `/platform/projects/${place().ref}/sql`

  /** Runs to the end and gives all lines. */
  async function run(sql: string, more: object = {}, token = place().token): Promise<SqlRunLine[]> {
    const answer = await platform().call('POST', `${base()}/run`, { token, body: { sql, ...more } })
    if (answer.status !== 200) throw new Error(answer.text)
    return linesOf(answer.text)
  }
  /** The rows of a run, which must not fail. */
  async function rows(sql: string, more: object = {}): Promise<(string | null)[][]> {
    const lines = await run(sql, more)
    expect(lines.at(-1)).toMatchObject({ type: 'done' })
    return lines.flatMap((line) => (line.type === 'rows' ? line.rows : []))
  }
  /** Begins a run that is kept and leaves it. @returns what it is called */
  async function beginAndLeave(sql: string, more: object = {}): Promise<string> {
    const leaving = new AbortController()
    const answer = await fetch(`${platform().url}/api${base()}/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${place().token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sql, keep: true, ...more }),
      signal: leaving.signal,
    })
    const { value } = (await answer.body?.getReader().read()) ?? {}
    leaving.abort()
    const [first] = linesOf(new TextDecoder().decode(value).split('\n')[0] ?? '')
    if (first?.type !== 'run') throw new Error('The first line does not name the run')
    return first.id
  }
  const runs = async (token = place().token) =>
    (await platform().call<SqlRunInfo[]>('GET', `${base()}/runs`, { token })).body
  /** Reads a run that is kept from its beginning to its end. */
  async function attach(id: string): Promise<SqlRunLine[]> {
    const answer = await platform().call('GET', `${base()}/runs/${id}`, { token: place().token })
    expect(answer.status, answer.text).toBe(200)
    return linesOf(answer.text)
  }
  const cancel = (id: string) => platform().call('POST', `${base()}/runs/${id}/cancel`, { token: place().token })
  const over = (id: string) =>
    eventually(
      'the run to end',
      async () => (await runs()).some((one) => one.id === id && one.ended_at !== null),
      5_000,
    )
  return { base, run, rows, beginAndLeave, runs, attach, cancel, over }
}
