import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UPGRADE_PROGRESS } from '@stoa/engine'
import { query } from '@stoa/engine/conformance'
import { expect, test } from 'vitest'
import { fingerprint, makeHardSchema } from '../fixtures/hard-schema.ts'
import { PASSWORDS, TestServers } from '../fixtures/test-servers.ts'

const servers = new TestServers()
const verifiers = async (ref: string) =>
  servers.asAdmin(ref, "select rolname, rolpassword from pg_authid where rolname !~ '^pg_' order by 1")

test.each([[['15', '17', '18']], [['15', '18']]])(
  'all that an owner can make survives %s',
  { timeout: 120_000 },
  async (majors) => {
    const { engine } = servers
    const [first = '', ...later] = majors
    const ref = await servers.started(first)
    await makeHardSchema(await servers.owner(ref))
    const { port } = await engine.observe(ref)
    const passwords = await verifiers(ref)
    for (const major of later) {
      const differing = ['functions', 'rules']
      const before = await fingerprint(await servers.engine.target(ref, 'admin'), differing)
      const reported: string[] = []
      await engine.upgrade(ref, servers.versionOf(major), async (progress) => void reported.push(progress))
      expect(reported).toEqual(UPGRADE_PROGRESS)
      expect(await engine.observe(ref)).toMatchObject({ state: 'running', port, version: servers.versionOf(major) })
      expect(await fingerprint(await servers.engine.target(ref, 'admin'), differing)).toEqual(before)
      expect(await verifiers(ref)).toEqual(passwords)
      expect(await servers.asOwner(ref, "select current_setting('server_version_num')::int / 10000 as major")).toEqual([
        { major: Number(major) },
      ])
    }
    for (const who of ['owner', 'api', 'reader'] as const) {
      await query(await engine.target(ref, who), PASSWORDS[who], 'select 1')
    }
    await servers.asOwner(ref, 'create role later; grant app_owner to later; insert into owned values (1)')
    expect(
      (await readdir(join(servers.options.dataDir, 'projects'))).filter((name) => name.startsWith(`${ref}.`)),
    ).toEqual([])
    expect((await readdir(join(servers.options.dataDir, 's'))).filter((name) => name.startsWith('new-'))).toEqual([])
    await engine.remove(ref)
  },
)
