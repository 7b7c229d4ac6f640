import type { InferContractRouterOutputs } from '@orpc/contract'
import type { contract } from '@stoa/contract'
import { expect } from 'vitest'
import { type Refusal, TestPlatform } from './harness.ts'

export type DatabaseLists = InferContractRouterOutputs<typeof contract>['project']['database']

/** A project whose database tests shape as its owner, and look at as a member who can only read. */
export async function openDatabase() {
  const platform = await TestPlatform.start()
  const { token } = await platform.as('Owner')
  const reader = (await platform.as('Read-only')).token
  const ref = await platform.createProject('Objects')

  const query = (text: string) =>
    platform.call<Refusal>('POST', `/v1/projects/${ref}/database/query`, { token, body: { query: text } })
  /** Runs the statements of a builder as one text. */
  const run = async (statements: readonly string[]): Promise<void> => {
    const answer = await query(statements.join(';\n'))
    expect(answer.status, `${statements.join(';\n')}\n${answer.text}`).toBe(201)
  }
  /** What Postgres says against statements. */
  const refusal = async (statements: readonly string[]): Promise<string> =>
    (await query(statements.join(';\n'))).body.message
  /** One list, as a member who can only read sees it. */
  const list = async <Name extends keyof DatabaseLists>(what: Name, address: string = what) => {
    const answer = await platform.call<DatabaseLists[Name]>('GET', `/platform/projects/${ref}/database/${address}`, {
      token: reader,
    })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  await run([
    'create schema "Har bor"',
    'create table "Har bor"."Ships" (id int primary key, "Na me" text not null, owner_id uuid)',
    'create table notes (id bigint generated always as identity, body text, author text default current_user)',
  ])
  return { platform, token, reader, ref, query, run, refusal, list }
}
