import { NO_SUCH_BACKUP } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, TestPlatform } from './harness.ts'

// What a call says of an input before it does anything, each with the sentence that people read.

let platform: TestPlatform
let owner: Person
/** A project without a server: nothing gets that far. */
let ref: string

beforeAll(async () => {
  platform = await TestPlatform.start()
  owner = await platform.as('Owner')
  ref = await platform.rowOnlyProject(await platform.acme(), 'Asked', 'ACTIVE_HEALTHY')
})
afterAll(() => platform.dispose())

const ID = '00000000-0000-4000-8000-000000000000'
const MODEL = { base_url: 'http://localhost:1', model: 'one' }
const CSV = { kind: 'csv', delimiter: ',', header: true, width: 1, empty: 'null' }
const FILE = { schema: 'public', table: 'a', format: CSV, columns: [{ from: 0, to: 'a' }] }
const BLOCK = { kind: 'metric', label: '', x: 0, y: 0, w: 1, h: 1, metric: 'cpu' }

const CALLS: Record<string, readonly (readonly [input: object | null, sentence: string])[]> = {
  'PUT /platform/assistant/model': [
    [{ model: 'one' }, 'The address of the model is required'],
    [{ ...MODEL, base_url: 'x'.repeat(2_001) }, 'The address can have at most 2,000 characters'],
    [{ ...MODEL, api_key: 'x'.repeat(4_001) }, 'The API key can have at most 4,000 characters'],
  ],
  'POST /platform/projects/{ref}/api/graphql': [
    [{ query: 'x'.repeat(100_001) }, 'This query is longer than 100,000 characters'],
    [{ query: '{}', user_id: 'x'.repeat(257) }, 'A user id can have at most 256 characters'],
  ],
  [`POST /platform/projects/{ref}/assistant/chats/${ID}/messages`]: [[{ messages: [] }, 'There is no message to add']],
  'POST /platform/projects/{ref}/content': [
    [{ id: ID, folder_id: 'one' }, 'This is not the id of a folder'],
    [{ id: 'one' }, 'This is not the id of a query'],
  ],
  'GET /platform/projects/{ref}/content?type=image': [[null, 'The type of content is sql or report']],
  [`DELETE /platform/projects/{ref}/content?ids=${Array(1_001).fill(ID).join(',')}`]: [
    [null, 'One call can be about at most 1000 things'],
  ],
  [`POST /platform/projects/{ref}/reports/item/${ID}`]: [
    [{ content: { blocks: [{ ...BLOCK, id: 'one' }] } }, 'This is not the id of a block'],
  ],
  'GET /platform/projects/{ref}/sql/history?after=1': [[null, 'There is no such run']],
  'POST /platform/projects/{ref}/editor/changes': [
    [{ schema: 'public', table: 'a', shape: '', changes: [] }, 'There is nothing to save'],
  ],
  'POST /platform/projects/{ref}/editor/import': [
    [{ ...FILE, format: { ...CSV, delimiter: ', ' } }, 'A delimiter is one character'],
    [{ ...FILE, columns: [] }, 'Choose at least one column to import'],
  ],
  'POST /platform/projects/{ref}/database/connections/1/cancel': [[{}, 'Say when the connection began']],
  'POST /platform/database/{ref}/backups/restore': [[{ id: 0.5 }, NO_SUCH_BACKUP]],
  'POST /platform/database/{ref}/backups/pitr': [
    [{}, 'Choose a moment to restore to'],
    [{ recovery_time_target_unix: 1.5 }, 'A moment is given in whole seconds since 1970'],
  ],
  'POST /v1/projects/{ref}/api-keys': [
    [{ type: 'secret', name: 'a', description: 'x'.repeat(257) }, 'A description can have at most 256 characters'],
  ],
  'POST /v1/projects/{ref}/network-restrictions/apply': [
    [{ dbAllowedCidrs: ['x'.repeat(65)], dbAllowedCidrsV6: [] }, 'A network has at most 64 characters'],
  ],
  'PATCH /platform/projects/{ref}/config/postgrest': [
    [{ db_schema: 'x'.repeat(2_001) }, 'Schemas can have at most 2000 characters'],
  ],
}

test.for(Object.entries(CALLS))('%s', async ([call, inputs]) => {
  const [method = '', path = ''] = call.replace('{ref}', ref).split(' ')
  const headers = { version: '2' }
  for (const [body, sentence] of inputs) {
    const answer = await platform.call(method, path, { token: owner.token, headers, body: body ?? undefined })
    expect([answer.status, answer.body.message], answer.text).toEqual([400, sentence])
  }
})
