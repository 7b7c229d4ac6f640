import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { EngineError } from '@stoa/engine'
import { asAdmin } from '../admin.ts'
import { asEngineError } from '../files.ts'
import { type Cluster, PLATFORM_ROLES } from './cluster.ts'
import { CLUSTER_LINE, FIRST_LINE, LAST_LINE } from './dump.ts'
import { SchemaLoader } from './schema-loader.ts'
import { Script } from './script.ts'
import { asLoader, prepareTarget } from './target.ts'

const NOT_OURS = 'This file was not written by Stoa, or it is damaged, so it cannot be loaded.'
const NOT_WHOLE = 'This file is damaged or not whole, so it cannot be loaded.'

/**
 * Runs what `dumpServer` wrote in a server that holds nothing yet, in constant memory. Nothing in the file runs in a
 * superuser's name.
 * @throws EngineError `failed`
 */
export async function loadServer(server: { sockets: string; port: number }, file: string): Promise<void> {
  const unpacked = createGunzip({ chunkSize: 256 * 1024 })
  const reading = pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), unpacked)
  reading.catch(() => {})
  try {
    const script = new Script(unpacked)
    const cluster = await readHead(script)
    await asAdmin(server, async (admin) => {
      await prepareTarget(admin, cluster)
      await asLoader(server, admin, cluster, async (loader) => {
        const schema = new SchemaLoader(loader, admin, cluster)
        await schema.run(script)
        if (script.lastLine !== LAST_LINE) throw new EngineError('failed', NOT_WHOLE)
        await schema.finish()
      })
    })
  } catch (error) {
    // Where the file breaks off the server complains too; why it breaks off is what its reading ran into.
    if (unpacked.errored) throw new EngineError('failed', NOT_WHOLE, unpacked.errored.message)
    throw asEngineError(error, 'The database could not be made again from what was written down.')
  } finally {
    unpacked.destroy()
  }
}

async function readHead(script: Script): Promise<Cluster> {
  const first = await script.line()
  const second = await script.line()
  if (first !== FIRST_LINE || !second?.startsWith(CLUSTER_LINE)) throw new EngineError('failed', NOT_OURS)
  try {
    const cluster = JSON.parse(second.slice(CLUSTER_LINE.length)) as Cluster
    // The platform's roles keep the passwords that this server was made with.
    const roles = cluster.roles.map((role) => (PLATFORM_ROLES.includes(role.name) ? { ...role, verifier: null } : role))
    return { ...cluster, roles }
  } catch {
    throw new EngineError('failed', NOT_OURS)
  }
}
