import type { SqlRunLine } from '@stoa/contract'
import { describe, expect, it } from 'vitest'
import { beginRun, defaultTab, hasSomething, takeLine } from './run-state.ts'

const begun = beginRun({ sql: 'select 1', from: 0, readOnly: false })
const after = (...lines: SqlRunLine[]) => lines.reduce(takeLine, begun)
const columns = (name: string): SqlRunLine => ({ type: 'columns', columns: [{ name, type: 'int4' }] })
const error: SqlRunLine = {
  type: 'error',
  ms: 3,
  error: { message: 'division by zero', code: '22012', detail: null, hint: null, position: null },
}

describe('takeLine', () => {
  it('puts rows into the result that is open, without becoming another run', () => {
    const open = after(columns('a'))
    expect(takeLine(open, { type: 'rows', rows: [['1'], ['2']] })).toBe(open)
    expect(open.results[0]?.rows.rowCount).toBe(2)
  })

  it('keeps the results of several statements apart', () => {
    const run = after(
      columns('a'),
      { type: 'rows', rows: [['1']] },
      { type: 'complete', command: 'SELECT', row_count: 1 },
      { type: 'complete', command: 'UPDATE', row_count: 3 },
      columns('b'),
      { type: 'complete', command: 'SELECT', row_count: 0 },
      { type: 'done', ms: 2 },
    )
    expect(run.results.map(({ id, command, rowCount, columns }) => [id, command, rowCount, columns.length])).toEqual([
      [1, 'SELECT', 1, 1],
      [2, 'UPDATE', 3, 0],
      [3, 'SELECT', 0, 1],
    ])
    expect(run).toMatchObject({ state: 'done', ms: 2 })
  })

  it('keeps the rows that came before an error', () => {
    const run = after(columns('a'), { type: 'rows', rows: [['1']] }, error)
    expect(run.results[0]?.rows.rowCount).toBe(1)
    expect(run.failure?.message).toBe('division by zero')
    expect(run.state).toBe('failed')
  })
})

describe('hasSomething', () => {
  it('waits for the first row or the end, so that what stands there is not wiped for nothing', () => {
    const open = after(columns('a'))
    expect(hasSomething(open)).toBe(false)
    takeLine(open, { type: 'rows', rows: [['1']] })
    expect(hasSomething(open)).toBe(true)
    expect(hasSomething(after({ type: 'done', ms: 1 }))).toBe(true)
  })
})

describe('defaultTab', () => {
  it('opens the first result with columns', () => {
    expect(defaultTab(after({ type: 'complete', command: 'BEGIN', row_count: null }, columns('a')))).toBe(2)
  })

  it('opens the last result when none has columns', () => {
    const lines: SqlRunLine[] = ['BEGIN', 'COMMIT'].map((command) => ({ type: 'complete', command, row_count: null }))
    expect(defaultTab(after(...lines))).toBe(2)
  })

  it('opens the failure whatever came before', () => {
    expect(defaultTab(after(columns('a'), error))).toBe('failure')
  })
})
