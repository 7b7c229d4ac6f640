import { initials } from '../format.ts'

/** A person as a picture, or as initials where there is none. 24 px, or 32 with `lg`. */
export function Avatar({ name, src, size = 'md' }: { name: string; src?: string | null; size?: 'md' | 'lg' }) {
  return (
    <span className="ui-avatar" data-size={size} role="img" aria-label={name}>
      {src ? <img src={src} alt="" /> : <span aria-hidden="true">{initials(name)}</span>}
    </span>
  )
}

/**
 * A thin bar filled to a share. The number stands next to it.
 * @param label what is measured, such as "Disk".
 */
export function Meter({
  value,
  max,
  label,
  tone = 'neutral',
  width,
}: {
  value: number
  max: number
  label: string
  tone?: 'neutral' | 'warn' | 'bad' | 'work'
  /** In px; 56 unless told otherwise. */
  width?: number | '100%'
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <span className="ui-meter" data-tone={tone} style={width ? { width } : undefined}>
      <meter className="ui-vh" aria-label={label} min={0} max={max} value={value} />
      <i style={{ width: `${share * 100}%` }} />
    </span>
  )
}
