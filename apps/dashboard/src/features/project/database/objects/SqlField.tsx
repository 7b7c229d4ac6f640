import { SkeletonRows, Textarea } from '@stoa/ui'
import { Suspense } from 'react'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'

const SqlBox = lazyContent(async () => (await import('./SqlBox.tsx')).SqlBox)

/** A text of SQL in a form: the editor, with the names of the database. */
export function SqlField({
  projectRef,
  label,
  hint,
  error,
  value,
  height = 220,
  readOnly,
  onChange,
}: {
  projectRef: string
  label: string
  hint?: string
  error?: string | undefined
  value: string
  /** In px. */
  height?: number
  readOnly: boolean
  onChange: (value: string) => void
}) {
  return (
    <div className="ui-field">
      <div className="ui-label">{label}</div>
      <div
        className={`overflow-hidden rounded-3 border ${error === undefined ? 'border-line-strong' : 'border-bad-line'}`}
        style={{ height }}
      >
        <Suspense fallback={<SkeletonRows rows={4} rowHeight={24} />}>
          <SqlBox projectRef={projectRef} label={label} value={value} readOnly={readOnly} onChange={onChange} />
        </Suspense>
      </div>
      {error === undefined ? (
        hint === undefined ? null : (
          <span className="ui-hint">{hint}</span>
        )
      ) : (
        <span className="ui-error" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

/** A condition, which is mostly one line. */
export function ConditionField({
  value,
  readOnly,
  placeholder,
  onChange,
}: {
  value: string
  readOnly: boolean
  placeholder?: string
  onChange: (value: string) => void
}) {
  return (
    <Textarea
      mono
      rows={Math.min(6, Math.max(2, value.split('\n').length))}
      spellCheck={false}
      readOnly={readOnly}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
