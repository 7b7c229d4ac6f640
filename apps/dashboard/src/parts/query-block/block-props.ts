import { tokens } from '@stoa/sql'
import { type ChartConfig, NEW_CHART } from '../chart/chart-config.ts'

/** What a block of code says about itself in a comment. */
export type BlockProps = {
  readonly id: string | null
  readonly title: string | null
  /** What an edge function is to be called. */
  readonly name: string | null
  readonly isChart: boolean
  /** Whether it is meant to run by itself. */
  readonly runQuery: boolean
  readonly xAxis: string | null
  readonly yAxis: string | null
}

const NONE: BlockProps = {
  id: null,
  title: null,
  name: null,
  isChart: false,
  runQuery: false,
  xAxis: null,
  yAxis: null,
}

// `-- props: {…}`, `// props: {…}`, `/* props: {…} */`, with or without the word, on a line of its own.
const COMMENT = /^[ \t]*(?:--|\/\/|\/\*)[ \t]*(?:props[ \t]*:?[ \t]*)?(\{.*\})[ \t]*(?:\*\/)?[ \t]*(?:\r?\n|$)/m

/** Whether a place of a text is in a comment. SQL knows none that begin with `//`, which then stand before all code. */
function isComment(code: string, at: number): boolean {
  if (code.startsWith('//', at)) return code.slice(0, at).trim() === ''
  for (const { kind, start, end } of tokens(code)) if (end > at) return kind === 'comment' && start <= at
  return false
}

/**
 * Reads the comment with properties out of a block of code. One that is no JSON is ignored: it stays in the code, as
 * any other comment, and so does what only looks like one inside of a string.
 * @returns the properties, and the code without the comment
 */
export function readBlockProps(code: string): { readonly props: BlockProps; readonly code: string } {
  const found = COMMENT.exec(code)
  const given = found?.[1] === undefined ? null : readJson(found[1])
  if (found === null || given === null || !isComment(code, found.index + found[0].search(/\S/)))
    return { props: NONE, code: code.trim() }
  const word = (key: string) => (typeof given[key] === 'string' && given[key].trim() !== '' ? given[key].trim() : null)
  // Models write booleans as texts now and then.
  const flag = (key: string) => given[key] === true || given[key] === 'true'
  return {
    props: {
      id: word('id'),
      title: word('title'),
      name: word('name'),
      isChart: flag('isChart'),
      runQuery: flag('runQuery'),
      xAxis: word('xAxis'),
      yAxis: word('yAxis'),
    },
    code: (code.slice(0, found.index) + code.slice(found.index + found[0].length)).trim(),
  }
}

function readJson(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}

/** The chart that a block asks for. */
export const chartOfProps = ({ isChart, xAxis, yAxis }: BlockProps): ChartConfig => ({
  ...NEW_CHART,
  view: isChart ? 'chart' : 'table',
  xKey: xAxis ?? '',
  yKey: yAxis ?? '',
})
