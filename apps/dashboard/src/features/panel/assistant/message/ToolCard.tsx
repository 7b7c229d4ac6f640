import type { QueryToolResult } from '@stoa/contract'
import { formatNumber, Icon, Spinner } from '@stoa/ui'
import { Check, TriangleAlert } from 'lucide-react'
import { SqlBox } from '../../../../parts/query-block/SqlBox.tsx'
import { toolWords } from '../tool-words.ts'

/** What a call of a tool looks like among the parts of a message, whichever tool it is. */
export type ToolPart = {
  readonly type: string
  readonly state: string
  readonly input?: unknown
  readonly output?: unknown
  readonly errorText?: string
}

const SHOWN_ROWS = 20

/** What the assistant looked up, in a line; the query and its rows behind it. */
export function ToolCard({ part, isWriting }: { part: ToolPart; isWriting: boolean }) {
  const failure = failureOf(part)
  const isDone = part.state === 'output-available' || part.state === 'output-error'
  const words = toolWords(part.type, part.input, isDone)
  const sql = sqlOf(part.input)
  const result = part.type === 'tool-run_query' && failure === null ? resultOf(part.output) : null
  const line = (
    <>
      {isDone ? (
        <Icon of={failure === null ? Check : TriangleAlert} size="xs" />
      ) : isWriting ? (
        <Spinner />
      ) : (
        <Icon of={TriangleAlert} size="xs" />
      )}
      <span className="min-w-0 wrap-anywhere">
        {isDone || isWriting ? words : `${words}: stopped`}
        {failure === null ? null : <span className="block text-bad-fg">{failure}</span>}
      </span>
    </>
  )
  if (sql === null) return <p className="chat-tool">{line}</p>
  return (
    <details className="chat-tool-more">
      <summary className="chat-tool">{line}</summary>
      <SqlBox sql={sql} />
      {result === null ? null : <Rows result={result} />}
    </details>
  )
}

function Rows({ result }: { result: Extract<QueryToolResult, { columns: readonly string[] }> }) {
  const rows = result.rows.slice(0, SHOWN_ROWS)
  return (
    <>
      {rows.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
        <div className="chat-text max-h-56 overflow-auto px-3" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {result.columns.map((column, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name.
                  <th key={index} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and stay as they are.
                <tr key={index}>
                  {row.map((value, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row are its order.
                    <td key={column}>{value ?? <span className="text-data-null">NULL</span>}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="px-3 pb-2 text-12 text-fg-3">
        {result.row_count === 1 ? '1 row' : `${formatNumber(result.row_count)} rows`}.{' '}
        {result.shared ? 'The model was given them.' : 'The model was not given them.'}
      </p>
    </>
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function failureOf({ errorText, output }: ToolPart): string | null {
  if (errorText !== undefined) return errorText
  return isRecord(output) && typeof output.error === 'string' ? output.error : null
}

const QUERY_KEYS = ['sql', 'query', 'statement']

function sqlOf(input: unknown): string | null {
  if (!isRecord(input)) return null
  const found = QUERY_KEYS.map((key) => input[key]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : null
}

function resultOf(output: unknown): Extract<QueryToolResult, { columns: readonly string[] }> | null {
  if (!isRecord(output) || !Array.isArray(output.columns) || !Array.isArray(output.rows)) return null
  return output as Extract<QueryToolResult, { columns: readonly string[] }>
}
