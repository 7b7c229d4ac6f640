import type { CSSProperties } from 'react'

export type StackPart = {
  name: string
  value: number
  /** Which of the six series colours, 1 to 6; in order unless told otherwise. "Other" is 5. */
  series?: 1 | 2 | 3 | 4 | 5 | 6
}

const seriesColour = (part: StackPart, index: number) => `var(--series-${part.series ?? (index % 6) + 1})`

/**
 * One bar cut into parts, with the parts and their values listed under it.
 * @param total the full length of the bar; the sum of the parts unless told otherwise.
 * @param format gives value and unit apart, so that the unit stands in grey.
 */
export function StackedBar({
  label,
  parts,
  total,
  format,
  legend = true,
}: {
  label: string
  parts: readonly StackPart[]
  total?: number
  format: (value: number) => { value: string; unit: string }
  legend?: boolean
}) {
  const sum = Math.max(
    total ?? 0,
    parts.reduce((all, part) => all + part.value, 0),
  )
  const words = (value: number) => {
    const { value: text, unit } = format(value)
    return `${text} ${unit}`
  }
  return (
    <figure className="ui-stack" aria-label={label}>
      <div
        className="ui-stack-bar"
        role="img"
        aria-label={parts.map((part) => `${part.name} ${words(part.value)}`).join(', ') || 'No data'}
      >
        {parts.map((part, index) =>
          part.value > 0 ? (
            <i
              key={part.name}
              title={`${part.name}, ${words(part.value)}`}
              style={{ width: `${(part.value / sum) * 100}%`, background: seriesColour(part, index) }}
            />
          ) : null,
        )}
      </div>
      {legend ? (
        <dl className="ui-stack-list">
          {parts.map((part, index) => {
            const { value, unit } = format(part.value)
            return (
              <div key={part.name}>
                <dt>
                  <i style={{ background: seriesColour(part, index) }} />
                  {part.name}
                </dt>
                <dd className="num">
                  {value} <span className="ui-unit">{unit}</span>
                </dd>
              </div>
            )
          })}
        </dl>
      ) : null}
    </figure>
  )
}

/** The names of series and their colours, in a line. */
export function Legend({ names }: { names: readonly string[] }) {
  return (
    <div className="ui-legend">
      {names.map((name, index) => (
        <span key={name}>
          <i style={{ '--c': `var(--series-${(index % 6) + 1})` } as CSSProperties} />
          {name}
        </span>
      ))}
    </div>
  )
}
