import { readFileSync } from 'node:fs'
import { EngineError, UPGRADE_PROGRESS, type UpgradeProgress } from '../engine.ts'

/** The operations that can be made to fail. */
export const FAKE_OPERATIONS = [
  'create',
  'start',
  'stop',
  'restart',
  'remove',
  'observe',
  'state',
  'target',
  'publicTarget',
  'setPassword',
  'clone',
  'resize',
  'upgradeObstacles',
  'upgrade',
  'dump',
  'dumpStopped',
  'load',
  'baseBackup',
  'setArchive',
  'flushArchive',
  'pruneArchive',
  'recover',
  'replace',
  'setReadOnly',
  'setAccess',
  'list',
] as const
export type FakeOperation = (typeof FAKE_OPERATIONS)[number]

export type FakeFailure = {
  readonly operation: FakeOperation
  /** Only for this server; for all when left out. */
  readonly ref?: string
  /** Of `upgrade`: fails once this has been reported; before anything is done when left out. */
  readonly after?: UpgradeProgress
  /** What the error says. */
  readonly message: string
}

/**
 * Reads failures from text, one a line: `operation: message`, `operation ref: message`, and for an upgrade also
 * `upgrade after initiated data upgrade: message`. Empty lines and those that begin with `#` mean nothing.
 * @throws Error naming the first line that cannot be read
 */
export function parseFailures(text: string): FakeFailure[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(parseLine)
}

function parseLine(line: string): FakeFailure {
  const match = /^(\w+)(?: ([a-z]{20}))?(?: after ([a-z ]+))?: (.+)$/.exec(line)
  const operation = FAKE_OPERATIONS.find((name) => name === match?.[1])
  const after = UPGRADE_PROGRESS.find((name) => name === match?.[3])
  if (!match || !operation || (match[3] !== undefined && (!after || operation !== 'upgrade'))) {
    throw new Error(`“${line}” is no failure of the fake engine. Write it as “operation ref: message”.`)
  }
  return {
    operation,
    message: match[4] ?? '',
    ...(match[2] === undefined ? {} : { ref: match[2] }),
    ...(after === undefined ? {} : { after }),
  }
}

/** What is to fail: as a test said, and as a file says that is looked at before each operation. */
export class Failures {
  readonly #all: Set<FakeFailure>
  readonly #file: string | null

  constructor(failures: readonly FakeFailure[], file: string | null) {
    this.#all = new Set(failures)
    this.#file = file
  }

  /** @returns the way to let the operation succeed again */
  add(failure: FakeFailure): () => void {
    this.#all.add(failure)
    return () => this.#all.delete(failure)
  }

  find(operation: FakeOperation, ref?: string, after?: UpgradeProgress): FakeFailure | undefined {
    return [...this.#all, ...this.#ofFile()].find(
      (one) => one.operation === operation && (one.ref === undefined || one.ref === ref) && one.after === after,
    )
  }

  /** @throws EngineError `failed` when this operation is to fail */
  check(operation: FakeOperation, ref?: string, after?: UpgradeProgress): void {
    const failure = this.find(operation, ref, after)
    if (failure) throw new EngineError('failed', failure.message)
  }

  #ofFile(): FakeFailure[] {
    if (this.#file === null) return []
    let text = ''
    try {
      text = readFileSync(this.#file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    return parseFailures(text)
  }
}
