import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecoverySource, ServerSpec } from '@stoa/engine'
import { query, randomRef } from '@stoa/engine/conformance'
import { expect } from 'vitest'
import { openTestEngine, type TestEngine } from '../testing.ts'

export const PASSWORDS = { owner: 'owner secret', api: 'api secret', reader: 'reader secret' }
export const OTHER_PASSWORDS = { owner: 'other owner', api: 'other api', reader: 'other reader' }

/** An engine for tests of physical backups, with the steps that these have in common. */
export class BackupTest {
  readonly subject: TestEngine
  #folders = 0

  constructor(subject: TestEngine) {
    this.subject = subject
  }

  static async open(): Promise<BackupTest> {
    return new BackupTest(await openTestEngine())
  }

  get engine(): TestEngine['engine'] {
    return this.subject.engine
  }

  versionOf(major: string): string {
    return this.engine.versions().find((one) => one.postgres_engine === major)?.version ?? ''
  }

  spec(version = this.engine.defaultVersion ?? ''): ServerSpec {
    const resources = { memoryMb: 256, maxConnections: 20, workers: 2 }
    return { ref: randomRef(), version, resources, passwords: PASSWORDS }
  }

  async started(version?: string): Promise<ServerSpec> {
    const made = this.spec(version)
    await this.engine.create(made)
    await this.engine.start(made.ref)
    return made
  }

  /** An empty folder. */
  async folder(name: string): Promise<string> {
    const path = join(this.subject.options.dataDir, 'backups', `${this.#folders++} ${name}`)
    await mkdir(path, { recursive: true })
    return path
  }

  async ask(made: ServerSpec, text: string) {
    return query(await this.engine.target(made.ref, 'owner'), made.passwords.owner, text)
  }

  async notes(made: ServerSpec): Promise<unknown[]> {
    return (await this.ask(made, 'select note from notes order by note')).map((row) => row.note)
  }

  async note(made: ServerSpec, text: string): Promise<void> {
    await this.ask(made, `insert into notes values ('${text}')`)
  }

  /** A server whose log is archived, with a base backup and a table. */
  async archived(version?: string): Promise<{ made: ServerSpec; source: RecoverySource; archive: string }> {
    const made = await this.started(version)
    const [base, archive] = [await this.folder('base'), join(await this.folder("it's 100% log"), 'log')]
    await this.ask(made, 'create table notes (note text)')
    await this.engine.setArchive(made.ref, archive)
    await this.note(made, 'before')
    await this.engine.baseBackup(made.ref, base)
    return { made, source: { base, archive, at: null }, archive }
  }

  /** Makes a server from a backup and starts it. */
  async recovered(source: RecoverySource, version?: string): Promise<ServerSpec> {
    const made = { ...this.spec(version), passwords: OTHER_PASSWORDS }
    await this.engine.recover(made, source)
    expect(await this.engine.state(made.ref)).toBe('stopped')
    await this.engine.start(made.ref)
    return made
  }

  /** What a refused recovery says; nothing of it may be left. */
  async refusal(source: RecoverySource, version?: string): Promise<{ code: string; message: string }> {
    const made = this.spec(version)
    const error = await this.engine.recover(made, source).then(
      () => ({ code: 'none', message: 'It was not refused.' }),
      (reason) => ({ code: reason.code, message: reason.message }),
    )
    expect(await this.engine.state(made.ref)).toBe('absent')
    const left = await readdir(join(this.subject.options.dataDir, 'projects'))
    expect(left.filter((name) => name.startsWith(made.ref))).toEqual([])
    return error
  }
}
