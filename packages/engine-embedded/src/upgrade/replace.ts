import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '@stoa/engine'
import { exists, flush, removeFolder, removeLeftovers, unique, writeAtomically } from '../files.ts'
import type { Layout } from '../layout.ts'
import { isRef, type ServerRecord, writeRecord } from '../record.ts'
import type { OperationParts } from '../running.ts'

/** What is written down before a server's folder gives way to another: from then on it will. */
type Journal = {
  /** The name of the folder that takes the place. */
  readonly by: string
  /** What is to be known about the server then. */
  readonly record: ServerRecord
}

/** What belongs to the address rather than to the data, and so stays when the data changes. */
const STAYING = ['server.log', 'server.log.1', 'tls.key', 'tls.crt']

const journals = (layout: Layout): string => join(layout.dataDir, 'replacements')

/**
 * Puts the folder `by` in the place of a server's. Neither may be in use. Whatever interrupts this, it is either not
 * begun or finished by `finishReplacement`.
 */
export async function swap(layout: Layout, ref: string, by: string, record: ServerRecord): Promise<void> {
  await mkdir(journals(layout), { recursive: true, mode: 0o700 })
  await flush(join(layout.projects, by))
  const journal: Journal = { by, record }
  await writeAtomically(join(journals(layout), `${ref}.json`), JSON.stringify(journal), 0o600)
  await flush(journals(layout))
  await finishReplacement(layout, ref)
}

/** Finishes what `swap` began, if it did. */
export async function finishReplacement(layout: Layout, ref: string): Promise<void> {
  const path = join(journals(layout), `${ref}.json`)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return
  const { by, record } = JSON.parse(text) as Journal
  const [place, fresh] = [join(layout.projects, ref), join(layout.projects, by)]
  if (await exists(fresh)) {
    await writeRecord(fresh, record)
    for (const name of STAYING) {
      if (await exists(join(place, name))) await rename(join(place, name), join(fresh, name))
    }
    if (await exists(place)) await rename(place, `${place}.gone-${unique()}`)
    await rename(fresh, place)
    await flush(layout.projects)
  }
  await removeLeftovers(layout.projects, `${ref}.`)
  // A server beside is named by what follows the ref.
  await removeFolder(join(layout.sockets, isRef(by) ? by : by.slice(ref.length + 1)))
  // Last, so that whoever finishes this finds what is left.
  await rm(path, { force: true })
  await flush(journals(layout))
}

/** Finishes all that an earlier platform began. */
export async function finishReplacements(layout: Layout): Promise<void> {
  const names = (await exists(journals(layout))) ? await readdir(journals(layout)) : []
  for (const name of names) {
    if (/^[a-z]{20}\.json$/.test(name)) await finishReplacement(layout, name.slice(0, 20))
    // One that was not written to its end decided nothing.
    else if (/^[a-z]{20}\.json\./.test(name)) await rm(join(journals(layout), name), { force: true })
  }
}

/** Callers hold both servers' locks. @throws EngineError `absent`, `failed` */
export async function replace({ servers, supervisor }: OperationParts, ref: string, by: string): Promise<void> {
  if (ref === by) throw new EngineError('failed', 'A database cannot take its own place.')
  const old = await servers.present(ref)
  // Asked for again after it was done.
  if (old.formerRef === by && !(await servers.record(by))) return
  const next = await servers.present(by)
  await supervisor.stop({ key: by, data: servers.data(by) })
  await supervisor.stop({ key: ref, data: servers.data(ref) })
  const { port, access } = old
  await swap(servers.parts.layout, ref, by, { ...next, port, ...(access ? { access } : {}), formerRef: by })
}
