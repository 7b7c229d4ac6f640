import { Tooltip } from '../parts/tooltip.tsx'

export type ColonnadeColumn = {
  id: string
  name: string
  /** How full it is, from 0 to 1; ignored for a hollow one. */
  share: number
  /** `hollow` is a dashed outline: nothing runs. */
  tone: 'normal' | 'warn' | 'work' | 'bad' | 'hollow'
  /** The same in words, such as "412 of 1,024 MB". */
  text: string
}

const STEP = 18
const HEIGHT = 40

const FILL = { normal: 'var(--fg-2)', warn: 'var(--warn-mark)', work: 'var(--accent-mark)', bad: 'var(--bad-mark)' }

/**
 * One column per project under one roof, each filled to its share of its own memory.
 * @param label what the columns measure, such as "Memory by project".
 * @param max the roof carries at most this many; the rest is told in words beside it.
 */
export function MemoryColonnade({
  label,
  columns,
  max = 16,
}: {
  label: string
  columns: readonly ColonnadeColumn[]
  max?: number
}) {
  const shown = columns.slice(0, max)
  const width = Math.max(3, shown.length) * STEP + 6
  const rest = columns.length - shown.length
  return (
    <figure className="ui-colonnade-chart">
      <svg width={width} height={52} viewBox={`0 0 ${width} 52`} fill="none" aria-hidden="true">
        <path d={`M0 8 4 1H${width - 4}L${width} 8Z`} fill="var(--fg-1)" />
        {shown.map((column, index) => {
          const x = 7 + index * STEP
          if (column.tone === 'hollow') {
            return (
              <Tooltip key={column.id} content={`${column.name}: ${column.text}`}>
                <rect
                  className="ui-colonnade-hit"
                  x={x + 0.5}
                  y={11.5}
                  width={9}
                  height={HEIGHT - 1}
                  stroke="var(--line-strong)"
                  strokeDasharray="2 2"
                />
              </Tooltip>
            )
          }
          const filled = Math.max(2, Math.min(1, Math.max(0, column.share)) * HEIGHT)
          return (
            <Tooltip key={column.id} content={`${column.name}: ${column.text}`}>
              <g className="ui-colonnade-hit">
                <rect x={x} y={11} width={10} height={HEIGHT} fill="var(--bg-active)" />
                <rect x={x} y={11 + HEIGHT - filled} width={10} height={filled} fill={FILL[column.tone]} />
              </g>
            </Tooltip>
          )
        })}
      </svg>
      {rest > 0 ? <figcaption className="ui-hint">and {rest} more</figcaption> : null}
      <div className="ui-vh">
        <table>
          <caption>{label}</caption>
          <tbody>
            {columns.map((column) => (
              <tr key={column.id}>
                <th scope="row">{column.name}</th>
                <td>{column.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
