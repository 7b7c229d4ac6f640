import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, Socket } from 'node:net'
import { join } from 'node:path'
import type { ServerSpec } from '@stoa/engine'
import { query, randomRef } from '@stoa/engine/conformance'
import { lastingClient } from '@stoa/engine/connections'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmbeddedEngine } from './index.ts'
import { writeRecord } from './record.ts'
import { openTestEngine, type TestEngine } from './testing.ts'

const PASSWORDS = { owner: 'owner secret', api: 'api secret', reader: 'reader secret' }
const SMALL = { memoryMb: 256, maxConnections: 20, workers: 2 }
/** A terabyte of buffers: more than the machines that tests run on have. */
const TOO_LARGE = { memoryMb: 4_194_304, maxConnections: 20, workers: 2 }

let subject: TestEngine
beforeAll(async () => {
  subject = await openTestEngine()
})
afterAll(async () => subject?.dispose())

const created = async (): Promise<ServerSpec> => {
  const version = subject.engine.defaultVersion ?? ''
  const made = { ref: randomRef(), version, resources: SMALL, passwords: PASSWORDS }
  await subject.engine.create(made)
  return made
}
const started = async (): Promise<ServerSpec> => {
  const made = await created()
  await subject.engine.start(made.ref)
  return made
}
const asOwner = async (ref: string, text: string) =>
  query(await subject.engine.target(ref, 'owner'), PASSWORDS.owner, text)
const asAdmin = async (ref: string, text: string) => query(await subject.engine.target(ref, 'admin'), undefined, text)
const setting = async (ref: string, name: string) => (await asOwner(ref, `show ${name}`))[0]?.[name]

/** A socket that connects from this address. */
function fromAddress(localAddress: string): Socket {
  const socket = new Socket()
  const connect = socket.connect.bind(socket)
  return Object.assign(socket, { connect: (port: number, host: string) => connect({ port, host, localAddress }) })
}

/** Connects by network, from an address of this machine, and says whether the connection is encrypted. */
async function connect(ref: string, ssl: boolean, from = '127.0.0.1'): Promise<boolean> {
  const target = await subject.engine.publicTarget(ref)
  const ca = await readFile(join(subject.options.dataDir, 'projects', ref, 'tls.crt'), 'utf8')
  const client = lastingClient({
    ...target,
    password: PASSWORDS.owner,
    ssl: ssl ? { ca, servername: 'localhost' } : false,
    stream: () => fromAddress(from),
  })
  try {
    await client.connect()
    const seen = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    return seen.rows[0]?.ssl
  } finally {
    await client.end().catch(() => {})
  }
}

test('a running server is given another size, and one that is stopped has it from its next start', async () => {
  const [running, stopped] = [await started(), await created()]
  for (const { ref } of [running, stopped]) {
    await subject.engine.resize(ref, { memoryMb: 1024, maxConnections: 40, workers: 5 })
  }
  expect(await subject.engine.state(stopped.ref)).toBe('stopped')
  await subject.engine.start(stopped.ref)
  for (const { ref } of [running, stopped]) {
    expect(await setting(ref, 'shared_buffers')).toBe('256MB')
    expect(await setting(ref, 'max_connections')).toBe('45')
    expect(await setting(ref, 'max_parallel_workers')).toBe('5')
  }
})

test('a server that has a size already is not restarted for it', async () => {
  const { ref } = await started()
  const before = await asOwner(ref, 'select pg_postmaster_start_time()::text')
  await subject.engine.resize(ref, SMALL)
  expect(await asOwner(ref, 'select pg_postmaster_start_time()::text')).toEqual(before)
})

test('a size that a running server does not start with is taken back, in the server’s own words', async () => {
  const { ref } = await started()
  await asOwner(ref, 'create table kept as select 1 as id')
  await expect(subject.engine.resize(ref, TOO_LARGE)).rejects.toMatchObject({
    name: 'EngineError',
    code: 'failed',
    message: 'The database does not start with this size, so it runs with the one it had.',
    detail: expect.stringMatching(/shared memory/),
  })
  expect(await subject.engine.state(ref)).toBe('running')
  expect(await setting(ref, 'shared_buffers')).toBe('64MB')
  expect(await asOwner(ref, 'select id from kept')).toEqual([{ id: 1 }])
  await subject.engine.restart(ref)
  expect(await setting(ref, 'shared_buffers')).toBe('64MB')
})

test('a size that a stopped server does not start with is taken back when it starts', async () => {
  const { ref } = await created()
  await subject.engine.resize(ref, TOO_LARGE)
  await subject.engine.start(ref)
  expect(await setting(ref, 'shared_buffers')).toBe('64MB')
})

test('a server that cannot start for another reason keeps its new size, and has it once it can', async () => {
  const { ref } = await created()
  await subject.engine.resize(ref, { ...SMALL, memoryMb: 512 })
  const { port } = await subject.engine.publicTarget(ref)
  const stranger = createServer()
  await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', resolve))
  await expect(subject.engine.start(ref)).rejects.toThrow(/in use by another program/)
  await new Promise((resolve) => stranger.close(resolve))
  await subject.engine.start(ref)
  expect(await setting(ref, 'shared_buffers')).toBe('128MB')
})

test('a resize that was cut off before the restart is done by asking again', async () => {
  const { ref } = await started()
  const record = join(subject.options.dataDir, 'projects', ref, 'server.json')
  const before = JSON.parse(await readFile(record, 'utf8'))
  const wanted = { ...SMALL, memoryMb: 512 }
  await writeRecord(join(record, '..'), { ...before, resources: wanted, formerResources: SMALL })
  // A platform that starts anew adopts the server first.
  await subject.engine.start(ref)
  await subject.engine.resize(ref, wanted)
  expect(await setting(ref, 'shared_buffers')).toBe('128MB')
  expect(JSON.parse(await readFile(record, 'utf8'))).not.toHaveProperty('formerResources')
})

test('a read-only server refuses changes in sessions old and new, and the platform’s own go on', async () => {
  const { ref } = await started()
  await asOwner(ref, 'create table notes (id int)')
  const old = lastingClient({ ...(await subject.engine.target(ref, 'owner')), password: PASSWORDS.owner })
  await old.connect()
  try {
    await old.query('insert into notes values (1)')
    for (const _time of ['first', 'second']) await subject.engine.setReadOnly(ref, true)
    const refused = /read-only transaction/
    await expect(old.query('insert into notes values (2)')).rejects.toThrow(refused)
    await expect(asOwner(ref, 'insert into notes values (2)')).rejects.toThrow(refused)
    await asAdmin(ref, 'insert into public.notes values (3)')
    await subject.engine.restart(ref)
    await expect(asOwner(ref, 'insert into notes values (2)')).rejects.toThrow(refused)
    await subject.engine.setReadOnly(ref, false)
    await asOwner(ref, 'insert into notes values (4)')
    expect(await asOwner(ref, 'select id from notes order by id')).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }])
  } finally {
    await old.end().catch(() => {})
  }
})

test('a copy of a read-only server takes changes', async () => {
  const made = await started()
  await subject.engine.setReadOnly(made.ref, true)
  const copy = { ...made, ref: randomRef() }
  await subject.engine.clone(made.ref, copy)
  await subject.engine.start(copy.ref)
  await asOwner(copy.ref, 'create table notes (id int)')
})

test('connections by network may be encrypted, and the certificate names the server', async () => {
  const { ref } = await started()
  expect([await connect(ref, true), await connect(ref, false)]).toEqual([true, false])
  const folder = join(subject.options.dataDir, 'projects', ref)
  const certificate = await readFile(join(folder, 'tls.crt'), 'utf8')
  expect(new X509Certificate(certificate).subject).toBe(`CN=${ref}`)
  await subject.engine.restart(ref)
  expect(await readFile(join(folder, 'tls.crt'), 'utf8')).toBe(certificate)
})

test('where encryption is asked for, a connection without it is refused, at once and after a restart', async () => {
  const { ref } = await started()
  await subject.engine.setAccess(ref, { sslOnly: true, networks: null })
  for (const _time of ['before', 'after the restart']) {
    await expect(connect(ref, false)).rejects.toThrow(/no encryption/)
    expect(await connect(ref, true)).toBe(true)
    expect(await asOwner(ref, 'select 1 as one')).toEqual([{ one: 1 }])
    await subject.engine.restart(ref)
  }
  await subject.engine.setAccess(ref, { sslOnly: false, networks: null })
  expect(await connect(ref, false)).toBe(false)
})

test('only the networks that were named get in, and the platform always does', async () => {
  const { ref } = await started()
  await subject.engine.setAccess(ref, { sslOnly: false, networks: ['127.0.0.2/32', '2001:db8::/32'] })
  await expect(connect(ref, true)).rejects.toThrow(/no pg_hba.conf entry/)
  expect(await connect(ref, true, '127.0.0.2')).toBe(true)
  expect(await asOwner(ref, 'select 1 as one')).toEqual([{ one: 1 }])
  await subject.engine.setAccess(ref, { sslOnly: false, networks: [] })
  await expect(connect(ref, true, '127.0.0.2')).rejects.toThrow(/no pg_hba.conf entry/)
})

test('what is no network is refused by name, and nothing changes', async () => {
  const { ref } = await started()
  for (const wrong of [
    'all',
    '10.0.0.0',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/8 trust',
    '0.0.0.0/0\nlocal all all trust',
  ]) {
    await expect(subject.engine.setAccess(ref, { sslOnly: false, networks: ['10.0.0.0/8', wrong] })).rejects.toThrow(
      `“${wrong}” is not a network. Write an address and the length of its prefix, such as 10.0.0.0/8.`,
    )
  }
  expect(await connect(ref, false)).toBe(false)
})

test('processor time and disk traffic never fall while connections come and go', async () => {
  const { ref } = await started()
  const work = 'create temp table t as select md5(i::text) from generate_series(1, 50000) i'
  let [seconds, written] = [0, 0]
  for (let round = 0; round < 5; round++) {
    const busy = asOwner(ref, work)
    for (let look = 0; look < 10; look++) {
      const seen = await subject.engine.observe(ref)
      expect(seen.cpuSeconds).toBeGreaterThanOrEqual(seconds)
      expect(seen.diskWrittenBytes).toBeGreaterThanOrEqual(written)
      seconds = seen.cpuSeconds ?? Number.NaN
      written = seen.diskWrittenBytes ?? Number.NaN
    }
    await busy
  }
  expect(seconds).toBeGreaterThan(0)
  await asOwner(ref, 'create table t as select md5(i::text) from generate_series(1, 50000) i; checkpoint').catch(
    () => {},
  )
  await asAdmin(ref, 'checkpoint')
  const seen = await subject.engine.observe(ref)
  expect(seen.diskWrittenBytes).toBeGreaterThan(1_000_000)
  expect(seen).toMatchObject({ swapBytes: expect.any(Number), diskReadBytes: expect.any(Number) })
})

test('a platform that starts anew knows who may connect and what is read-only', async () => {
  const { ref } = await started()
  await subject.engine.setAccess(ref, { sslOnly: true, networks: null })
  await subject.engine.setReadOnly(ref, true)
  const second = await createEmbeddedEngine(subject.options)
  await subject.engine.detach()
  try {
    await second.restart(ref)
    await expect(connect(ref, false)).rejects.toThrow(/no encryption/)
    await expect(asOwner(ref, 'create table notes (id int)')).rejects.toThrow(/read-only/)
  } finally {
    await second.detach()
    await subject.engine.start(ref)
  }
})
