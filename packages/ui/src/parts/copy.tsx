import { clsx } from 'clsx'
import { Check, Copy, Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { COPIED_MS, copyText, sayNotCopied } from '../clipboard.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** A text, or a way to get it when it is asked for: a secret need not be in the page to be copied. */
export type CopyValue = string | (() => string | Promise<string>)

/**
 * Copies, and says so for 2 seconds.
 * @returns `copied`, and `copy(value)`, which resolves to false when nothing was copied.
 */
export function useCopy() {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = useCallback(async (value: CopyValue): Promise<boolean> => {
    const text = typeof value === 'string' ? value : await value()
    const done = await copyText(text)
    clearTimeout(timer.current)
    setCopied(done)
    if (done) timer.current = setTimeout(() => setCopied(false), COPIED_MS)
    return done
  }, [])
  return { copied, copy }
}

async function copyOrSay(copy: (value: CopyValue) => Promise<boolean>, value: CopyValue, onSkipped?: () => void) {
  const done = await copy(value).catch(() => false)
  if (done) return
  if (onSkipped) onSkipped()
  else sayNotCopied()
}

/**
 * An icon button that copies a value.
 * @param label what is copied, such as "Copy project URL".
 * @param onSkipped called when nothing was copied; without it a toast says so.
 */
export function CopyButton({
  value,
  label = 'Copy',
  size = 'sm',
  showWord,
  onSkipped,
}: {
  value: CopyValue
  label?: string
  size?: 'sm' | 'xs'
  /** Says "Copied" beside the button, where there is room. */
  showWord?: boolean
  onSkipped?: () => void
}) {
  const { copied, copy } = useCopy()
  return (
    <>
      <span className="ui-copied" role="status">
        {copied ? <span className={showWord ? undefined : 'ui-vh'}>Copied</span> : null}
      </span>
      <IconButton
        icon={copied ? CopiedCheck : Copy}
        label={label}
        size={size}
        onClick={() => void copyOrSay(copy, value, onSkipped)}
      />
    </>
  )
}

function CopiedCheck(props: { className?: string; 'aria-hidden'?: boolean | 'true' | 'false'; 'data-size'?: string }) {
  return <Check {...props} style={{ color: 'var(--ok-fg)' }} />
}

/** The frame of copy rows: hairlines above, between and below. */
export function CopyRows({ children }: { children: ReactNode }) {
  return <div className="ui-copies">{children}</div>
}

/**
 * A name, a value that a machine reads, and a copy button.
 * @param display what is shown in place of the value; put the quiet parts in `<i>`.
 */
export function CopyRow({
  name,
  value,
  display,
  onSkipped,
}: {
  name: string
  value: string
  display?: ReactNode
  onSkipped?: () => void
}) {
  return (
    <div className="ui-copyrow">
      <span className="ui-copyrow-name">{name}</span>
      <span className="ui-copyrow-value" title={value}>
        {display ?? value}
      </span>
      <span className="ui-copyrow-end">
        <CopyButton value={value} label={`Copy ${name}`} showWord onSkipped={onSkipped} />
      </span>
    </div>
  )
}

/** The dots of a masked value: always as many, so that its length stays secret. */
const MASK = '•'.repeat(40)

/**
 * A masked value with Show and Hide and a copy button that needs no reveal.
 * @param value the secret, or a way to fetch it; it is only fetched to be shown or copied.
 */
export function SecretRow({ name, value, onSkipped }: { name: string; value: CopyValue; onSkipped?: () => void }) {
  const [shown, setShown] = useState<string | null>(null)
  const reveal = async () => setShown(shown === null ? (typeof value === 'string' ? value : await value()) : null)
  return (
    <div className="ui-copyrow">
      <span className="ui-copyrow-name">{name}</span>
      <SecretText text={shown} name={name} />
      <span className="ui-copyrow-end">
        <CopyButton value={value} label={`Copy ${name}`} showWord onSkipped={onSkipped} />
        <IconButton
          icon={shown === null ? Eye : EyeOff}
          label={shown === null ? `Show ${name}` : `Hide ${name}`}
          onClick={() => void reveal()}
        />
      </span>
    </div>
  )
}

function SecretText({ text, name }: { text: string | null; name: string }) {
  return text === null ? (
    <span className="ui-copyrow-value">
      <span aria-hidden="true">{MASK}</span>
      <span className="ui-vh">{name} is hidden</span>
    </span>
  ) : (
    <span className="ui-copyrow-value" title={text}>
      {text}
    </span>
  )
}

/**
 * A key with its tags, what it may do, and its value in a box with a copy button.
 * A secret one is masked until `shown` is true; a public one has no reveal control at all.
 */
export function KeyBox({
  label,
  badges,
  description,
  value,
  secret,
  shown,
  onSkipped,
  className,
}: {
  label: string
  badges?: ReactNode
  description?: ReactNode
  value: string
  secret?: boolean
  shown?: boolean
  onSkipped?: () => void
  className?: string
}) {
  const id = useId()
  return (
    <fieldset className={clsx('ui-key', className)} aria-labelledby={id}>
      <div className="ui-label">
        <span id={id}>{label}</span>
        {badges}
      </div>
      {description ? <p className="text-fg-2">{description}</p> : null}
      <div className="ui-input" data-read="">
        {secret ? (
          <SecretText text={shown ? value : null} name={label} />
        ) : (
          <span className="ui-copyrow-value" title={value}>
            {value}
          </span>
        )}
        <CopyButton value={value} label={`Copy ${label}`} showWord onSkipped={onSkipped} />
      </div>
    </fieldset>
  )
}

/** A small word that a value was copied, for places that copy by other means. */
export function Copied() {
  return (
    <span className="ui-copied">
      <Icon of={Check} size="sm" />
      Copied
    </span>
  )
}
