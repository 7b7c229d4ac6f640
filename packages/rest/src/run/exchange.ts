import type pg from 'pg'
import { Frames } from './frames.ts'

export type Prepared = {
  readonly text: string
  readonly values: readonly (string | null)[]
  readonly keep: boolean
  /** Whether it is planned before the statement in front of it is run, which may change how statements are planned. */
  readonly early?: boolean
}

/** Where a statement waits that was planned early. */
const EARLY = 'stoa_early'

/** How many statements a connection keeps prepared. */
const KEPT = 200
/** From how many on it counts which of them was used last. */
const CROWDED = KEPT / 2

export type Row = readonly (string | null)[]

/** What a connection keeps: the names of its statements by their text, and names that may be left over. */
type Kept = { readonly names: Map<string, string>; readonly stale: string[]; last: number }
const prepared = new WeakMap<object, Kept>()

/**
 * Statements sent in one go, whose answers come in one go. Until the end they are one transaction: nothing is
 * committed when one of them fails. This is what the driver calls a submittable.
 */
export class Exchange {
  readonly rows: Row[][]
  readonly #statements: readonly Prepared[]
  readonly #resolve: (rows: Row[][]) => void
  readonly #reject: (error: unknown) => void
  #at = 0
  #wire: pg.Connection | null = null
  #fresh: string[] = []

  constructor(statements: readonly Prepared[], resolve: (rows: Row[][]) => void, reject: (error: unknown) => void) {
    this.#statements = statements
    this.#resolve = resolve
    this.#reject = reject
    this.rows = statements.map(() => [])
  }

  submit(wire: pg.Connection): void {
    this.#wire = wire
    const known = prepared.get(wire) ?? { names: new Map(), stale: [], last: 0 }
    prepared.set(wire, known)
    const frames = new Frames()
    for (const name of known.stale.splice(0)) frames.drop(name)
    for (const [at, one] of this.#statements.entries()) {
      const next = this.#statements[at + 1]
      if (next?.early) frames.bind(EARLY, this.#prepare(frames, known, next), next.values)
      if (one.early) frames.execute(EARLY)
      else frames.run(this.#prepare(frames, known, one), one.values)
    }
    wire.stream.write(frames.end())
  }

  #prepare(frames: Frames, known: Kept, { keep, text }: Prepared): string {
    if (keep) return this.#name(frames, known, text)
    frames.parse('', text)
    return ''
  }

  #name(frames: Frames, known: Kept, text: string): string {
    const { names } = known
    const before = names.get(text)
    if (before !== undefined) {
      if (names.size > CROWDED) {
        names.delete(text)
        names.set(text, before)
      }
      return before
    }
    known.last += 1
    const name = `stoa_${known.last}`
    const [oldest] = names
    if (names.size >= KEPT && oldest) {
      names.delete(oldest[0])
      frames.drop(oldest[1])
    }
    frames.parse(name, text)
    names.set(text, name)
    this.#fresh.push(text)
    return name
  }

  handleRowDescription(): void {}
  handleDataRow(message: { fields: (string | null)[] }): void {
    this.rows[this.#at]?.push(message.fields)
  }
  handleCommandComplete(): void {
    this.#at += 1
  }
  handleEmptyQuery(): void {
    this.#at += 1
  }
  handlePortalSuspended(): void {}
  handleCopyInResponse(wire: pg.Connection & { sendCopyFail(message: string): void }): void {
    wire.sendCopyFail('Copying is not possible here')
  }
  handleCopyData(): void {}
  handleError(error: unknown): void {
    // Which of the new statements were prepared before the failure is not known: they get other names.
    const known = this.#wire ? prepared.get(this.#wire) : undefined
    for (const text of this.#fresh) {
      const name = known?.names.get(text)
      known?.names.delete(text)
      if (name !== undefined) known?.stale.push(name)
    }
    this.#reject(error)
  }
  handleReadyForQuery(): void {
    this.#resolve(this.rows)
  }
}

/** Forgets what a connection has prepared, for example because somebody deallocated it. */
export const forget = (client: pg.ClientBase): void => {
  const wire: unknown = 'connection' in client ? client.connection : null
  if (typeof wire === 'object' && wire !== null) prepared.delete(wire)
}

/** Sends statements over a connection and waits for all their rows. */
export const exchange = (client: pg.ClientBase, statements: readonly Prepared[]): Promise<Row[][]> =>
  new Promise((resolve, reject) => {
    client.query(new Exchange(statements, resolve, reject))
  })
