/**
 * The mark: one roof, four columns, the third in blue. Use it at 16, 32 or 48 px.
 * @param label its accessible name; without one it is decorative.
 */
export function Mark({ size = 16, label, className }: { size?: 16 | 32 | 48; label?: string; className?: string }) {
  return (
    <svg
      className={className ? `ui-mark ${className}` : 'ui-mark'}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d="M0 4 1 1h14l1 3z" />
      <path d="M1 5h2v10H1zM5 5h2v10H5zM13 5h2v10h-2z" />
      <path className="you" d="M9 5h2v10H9z" />
    </svg>
  )
}

/** The only illustration of the product: an outlined colonnade with one column in blue. Decorative. */
export function Colonnade() {
  return (
    <svg className="ui-colonnade" width="78" height="40" viewBox="0 0 78 40" fill="none" aria-hidden="true">
      <path d="M0 6 3 .5H75L78 6Z" stroke="var(--line-control)" />
      {[7.5, 21.5, 35.5, 49.5, 63.5].map((x, index) => (
        <rect
          key={x}
          x={x}
          y={10.5}
          width={7}
          height={29}
          stroke={index === 2 ? 'var(--accent-mark)' : 'var(--line-strong)'}
          strokeDasharray={index === 2 ? undefined : '2 2'}
        />
      ))}
    </svg>
  )
}
