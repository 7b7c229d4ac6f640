import type { EditorTable } from '@stoa/contract'
import type { CellMark, GridRow, RowSource } from '../../../../parts/grid/types.ts'
import type { Value } from '../../../../parts/value/value.ts'
import type { PageSource } from '../page-source.ts'
import type { RowLabels } from '../row-labels.ts'
import { type KnownRow, rowId, type Staged, type StagedInsert, type StagedRow } from './staged.ts'

/** What a new row's cell shows while Postgres is to fill it in. */
const DEFAULT_WORD = 'default'

/** Fetches a whole value of a row that is told by its key, its place, or all of its values that are here whole. */
export type LoadValue = (row: Readonly<Record<string, string | null>>, column: string) => Promise<string | null>

/** The server's rows with what is staged laid over them. New rows stand on top, where they are seen. */
export class StagedSource implements RowSource {
  readonly pages: PageSource
  readonly #table: EditorTable
  readonly #staged: Value<Staged>
  readonly #load: LoadValue
  readonly #labels: RowLabels | null
  #byId = new Map<string, StagedRow>()
  #inserts: readonly StagedInsert[] = []
  #built: Staged | null = null
  #latest: { readonly values: GridRow; readonly known: KnownRow } | null = null

  /**
   * @param load fetches a value that a page holds only the beginning of
   * @param labels knows the rows that foreign keys point to
   */
  constructor(
    table: EditorTable,
    pages: PageSource,
    staged: Value<Staged>,
    load: LoadValue,
    labels: RowLabels | null = null,
  ) {
    this.#table = table
    this.pages = pages
    this.#staged = staged
    this.#load = load
    this.#labels = labels
  }

  get rowCount(): number {
    return this.#inserted().length + this.pages.rowCount
  }

  /** How many new rows stand above the server's. */
  get insertCount(): number {
    return this.#inserted().length
  }

  row(index: number): GridRow | undefined {
    const insert = this.#inserted()[index]
    if (insert) return this.#table.columns.map(({ name }) => insertedValue(insert, name))
    const row = this.pages.row(index - this.#inserts.length)
    const staged = row && this.#stagedAt(index)
    if (!row || staged?.kind !== 'update') return row
    return row.map((value, c) => {
      const name = this.#table.columns[c]?.name ?? ''
      return name in staged.values ? (staged.values[name] ?? null) : value
    })
  }

  mark(index: number, column: number): CellMark | null {
    const name = this.#table.columns[column]?.name ?? ''
    const insert = this.#inserted()[index]
    if (insert) return name in insert.values ? 'inserted' : 'inserted-default'
    const staged = this.#stagedAt(index)
    if (staged?.kind === 'delete') return 'deleted'
    if (staged?.kind === 'update' && name in staged.values) return 'edited'
    return this.pages.mark(index - this.#inserts.length, column)
  }

  /** The server's row at an index, or the id of a new one; null while it is on its way or cannot be told apart. */
  at(index: number): KnownRow | string | null {
    const insert = this.#inserted()[index]
    return insert ? insert.id : this.#known(index - this.#inserts.length)
  }

  /** What the server has in a cell; undefined for a new row's. */
  before(index: number, column: number): string | null | undefined {
    return this.pages.row(index - this.#inserted().length)?.[column]
  }

  /** The size of a value that is not here whole; null when it is. */
  largeSize(index: number, column: number): number | null {
    if (index < this.#inserted().length) return null
    if (this.mark(index, column) === 'edited') return null
    return this.pages.largeSize(index - this.#inserts.length, column)
  }

  /** What a row of the server's is told by, to be asked for one of its values; null for a new row. */
  told(index: number): Readonly<Record<string, string | null>> | null {
    const at = index - this.#inserted().length
    const values = at < 0 ? undefined : this.pages.row(at)
    if (values === undefined) return null
    const known = this.#known(at)
    if (known !== null) return known.row
    const place = this.pages.place(at)
    if (place !== null) return { ctid: place }
    const whole = this.#table.columns.flatMap(({ name }, c) =>
      this.pages.largeSize(at, c) === null ? [[name, values[c] ?? null] as const] : [],
    )
    return Object.fromEntries(whole)
  }

  /** Gives what fetches a value that is not here whole; null for one that is. */
  whole(index: number, column: number): (() => Promise<string | null>) | null {
    if (this.largeSize(index, column) === null) return null
    const told = this.told(index)
    return told && (() => this.#load(told, this.#table.columns[column]?.name ?? ''))
  }

  /** What people know the row by that a value points to. */
  hint(index: number, column: number): string | null {
    const { name, foreign_key: target } = this.#table.columns[column] ?? {}
    if (this.#labels === null || !target || name === undefined) return null
    const value = this.mark(index, column) === 'inserted-default' ? null : this.row(index)?.[column]
    return value == null ? null : this.#labels.of(name, value)
  }

  /** Where a staged row is shown; -1 while its page is not here. */
  indexOf(id: string): number {
    const insert = this.#inserted().findIndex((row) => row.id === id)
    if (insert >= 0) return insert
    for (let index = 0; index < this.pages.known; index++)
      if (this.#known(index)?.id === id) return index + this.#inserts.length
    return -1
  }

  subscribe(listener: () => void): () => void {
    const leave = [this.pages.subscribe(listener), this.#staged.subscribe(listener)]
    if (this.#labels !== null) leave.push(this.#labels.subscribe(listener))
    return () => {
      for (const each of leave) each()
    }
  }

  #inserted(): readonly StagedInsert[] {
    const staged = this.#staged.get()
    if (this.#built !== staged) {
      this.#built = staged
      this.#byId = new Map(staged.rows.map((row) => [row.id, row]))
      this.#inserts = staged.rows.filter((row) => row.kind === 'insert')
    }
    return this.#inserts
  }

  #stagedAt(index: number): StagedRow | undefined {
    if (this.#byId.size === this.#inserts.length) return undefined
    const known = this.#known(index - this.#inserts.length)
    return known === null ? undefined : this.#byId.get(known.id)
  }

  #known(index: number): KnownRow | null {
    const { key, columns } = this.#table
    const values = this.pages.row(index)
    if (values === undefined || key.length === 0) return null
    // Painting asks for one row many times, once for each of its cells.
    if (this.#latest?.values === values) return this.#latest.known
    const row: Record<string, string> = {}
    for (const name of key) row[name] = values[columns.findIndex((column) => column.name === name)] ?? ''
    const known = { id: rowId(this.#table, row), row, version: this.pages.version(index) }
    this.#latest = { values, known }
    return known
  }
}

const insertedValue = (insert: StagedInsert, name: string): string | null =>
  name in insert.values ? (insert.values[name] ?? null) : DEFAULT_WORD
