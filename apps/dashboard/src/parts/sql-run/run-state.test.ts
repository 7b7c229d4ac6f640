import type { SqlRunLine } from '@stoa/contract'
import { describe, expect, it } from 'vitest'
import { beginRun, defaultTab, hasSomething, isUndone, PLAIN_REQUEST, type Run, takeLines } from './run-state.ts'

const begun = beginRun({ ...PLAIN_REQUEST, sql: 'select 1', from: 0 })
const after = (...lines: SqlRunLine[]) => takeLines(begun, lines)
const columns = (name: string, statement = 0): SqlRunLine => ({
  type: 'columns',
  statement,
  place: null,
  columns: [{ name, type: 'int4' }],
})
const complete = (statement: number, command: string, row_count: number | null = null): SqlRunLine => ({
  type: 'complete',
  statement,
  place: { start: statement * 10, end: statement * 10 + 8 },
  command,
  row_count,
  ms: 1,
})
const error: SqlRunLine = {
  type: 'error',
  statement: 0,
  place: null,
  ms: 3,
  error: { message: 'division by zero', code: '22012', detail: null, hint: null, position: null },
}

describe('takeLines', () => {
  it('puts rows into the result that is open, without becoming another run', () => {
    const open = after(columns('a'))
    expect(takeLines(open, [{ type: 'rows', count: 2, rows: [['1'], ['2']] }])).toBe(open)
    expect(open.results[0]?.rows.rowCount).toBe(2)
  })

  it('keeps the results of several statements apart', () => {
    const run = after(
      columns('a'),
      { type: 'rows', count: 1, rows: [['1']] },
      complete(0, 'SELECT', 1),
      complete(1, 'UPDATE', 3),
      columns('b', 2),
      complete(2, 'SELECT', 0),
      { type: 'done', ms: 2 },
    )
    expect(run.results.map(({ id, command, rowCount, columns }) => [id, command, rowCount, columns.length])).toEqual([
      [1, 'SELECT', 1, 1],
      [2, 'UPDATE', 3, 0],
      [3, 'SELECT', 0, 1],
    ])
    expect(run.results.map(({ statement, ms }) => [statement, ms])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ])
    expect(run.results[1]?.place).toEqual({ start: 10, end: 18 })
    expect(run).toMatchObject({ state: 'done', ms: 2 })
  })

  it('is the same whether lines are taken one by one or together, and leaves the run before as it was', () => {
    const lines = [columns('a'), complete(0, 'SELECT', 0), complete(1, 'UPDATE', 3), columns('b', 2)]
    const told = (run: Run) => run.results.map(({ id, command, statement }) => [id, command, statement])
    const first = after(...lines.slice(0, 2))
    expect(told(takeLines(first, lines.slice(2)))).toEqual(told(after(...lines)))
    expect(told(lines.reduce((run, line) => takeLines(run, [line]), begun))).toEqual(told(after(...lines)))
    expect(first.results).toHaveLength(1)
  })

  it('knows what it is called on the server and which limit was put behind its text', () => {
    expect(after({ type: 'run', id: 'a', auto_limit: 100 })).toMatchObject({ id: 'a', autoLimit: 100 })
  })

  it('says during which statement something was noticed or failed', () => {
    const run = after({ type: 'notice', statement: 2, severity: 'NOTICE', message: 'hm' }, { ...error, statement: 3 })
    expect(run.notices).toEqual([{ statement: 2, severity: 'NOTICE', message: 'hm' }])
    expect(run.failure?.statement).toBe(3)
  })

  it('keeps the first of very many notices, and counts them all', () => {
    const notice: SqlRunLine = { type: 'notice', statement: 0, severity: 'NOTICE', message: 'again' }
    const run = after(...Array<SqlRunLine>(2_500).fill(notice))
    expect([run.notices.length, run.noticeCount]).toEqual([1_000, 2_500])
  })

  it('keeps the rows that came before an error', () => {
    const run = after(columns('a'), { type: 'rows', count: 1, rows: [['1']] }, error)
    expect(run.results[0]?.rows.rowCount).toBe(1)
    expect(run.failure?.message).toBe('division by zero')
    expect(run.state).toBe('failed')
  })
})

describe('hasSomething', () => {
  it('waits for the first row or the end, so that what stands there is not wiped for nothing', () => {
    const open = after(columns('a'))
    expect(hasSomething(open)).toBe(false)
    takeLines(open, [{ type: 'rows', count: 1, rows: [['1']] }])
    expect(hasSomething(open)).toBe(true)
    expect(hasSomething(after({ type: 'done', ms: 1 }))).toBe(true)
  })
})

describe('defaultTab', () => {
  it('opens the first result with columns', () => {
    expect(defaultTab(after(complete(0, 'BEGIN'), columns('a', 1)))).toBe(2)
  })

  it('opens the last result when none has columns', () => {
    const lines = ['BEGIN', 'COMMIT'].map((command, statement) => complete(statement, command))
    expect(defaultTab(after(...lines))).toBe(2)
  })

  it('opens the failure whatever came before', () => {
    expect(defaultTab(after(columns('a'), error))).toBe('failure')
  })
})

describe('isUndone', () => {
  const undone = (run: Run) => run.results.filter((result) => isUndone(run, result)).map(({ command }) => command)
  const insert = complete(0, 'INSERT', 1)
  const drop = complete(1, 'DROP TABLE')

  it('is everything that was changed before a run failed', () => {
    expect(undone(after(insert, columns('a', 1), complete(1, 'SELECT', 1), drop, error))).toEqual([
      'INSERT',
      'DROP TABLE',
    ])
    expect(undone({ ...after(insert), state: 'cancelled' })).toEqual(['INSERT'])
  })

  it('is nothing of a run that is under way or that ended well', () => {
    expect(undone(after(insert))).toEqual([])
    expect(undone(after(insert, { type: 'done', ms: 1 }))).toEqual([])
  })

  it('is nothing that was committed on the way', () => {
    expect(undone(after(insert, complete(1, 'COMMIT'), complete(2, 'DELETE', 2), error))).toEqual(['DELETE'])
  })

  it('is everything of a run that was to be rolled back', () => {
    const tried = beginRun({ ...begun.request, inTransaction: 'rollback' })
    expect(undone(takeLines(tried, [insert, drop, { type: 'done', ms: 1 }]))).toEqual(['INSERT', 'DROP TABLE'])
  })
})
