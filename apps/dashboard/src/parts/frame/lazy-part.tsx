import { ErrorState, toast } from '@stoa/ui'
import { type ComponentType, memo, use, useEffect, useState } from 'react'
import { patiently } from './patience.ts'

// Code that comes after the page. Whoever shows such a part stands in a <Suspense>. None of them takes the screen
// down when its code does not come: what was typed there is worth more than what was to come.

/** For how long somebody who waits for a part is kept waiting, in ms. */
const WAITED_FOR_MS = 15_500

const FAILED = 'This could not be loaded'
const WHAT_NOW = 'The server did not send what it needs. Try again, or reload the page.'

type Load<Props> = () => Promise<ComponentType<Props>>
type Arrival<Props> = Promise<ComponentType<Props> | null>
type Code<Props> = {
  /** The component, or null when it was given up. The same promise each time, until it is forgotten. */
  get(): Arrival<Props>
  /** Lets the next one who asks for it try anew. */
  forget(): void
}
type PartProps<Props> = { code: Code<Props>; props: Props }

/** Code that is fetched once, when it is first asked for. */
function codeOf<Props>(load: Load<Props>, patienceMs?: number): Code<Props> {
  let loading: Arrival<Props> | null = null
  return {
    get() {
      if (loading !== null) return loading
      const arrival: Arrival<Props> = patiently(load, patienceMs).catch(() => null)
      // The form in which React reads what is there already without waiting for it.
      void arrival.then((value) => Object.assign(arrival, { status: 'fulfilled', value }))
      loading = arrival
      return arrival
    },
    forget() {
      loading = null
    },
  }
}

/**
 * A part that nobody asked for, such as a menu in a row of controls: it is there as soon as its code is, however long
 * that takes. It is drawn anew only when it is given something else.
 * @param load imports it
 */
export function lazyPart<Props extends object>(load: Load<Props>) {
  const code = codeOf(load)
  return memo((props: Props) => <Part code={code} props={props} />)
}

function Part<Props extends object>({ code, props }: PartProps<Props>) {
  const Found = use(code.get())
  return Found && <Found {...props} />
}

/**
 * A part that somebody opened over the page, such as a dialog. When its code does not come within a quarter of a
 * minute it is closed again, and a toast says why; the next time it is opened is a new attempt.
 * @param load imports it
 * @param close what to do with its properties to close it; unless given, `onClose` is called
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>): ComponentType<Props>
export function lazyDialog<Props extends object>(load: Load<Props>, close: (props: Props) => void): ComponentType<Props>
export function lazyDialog<Props extends { onClose?: () => void }>(
  load: Load<Props>,
  close: (props: Props) => void = ({ onClose }) => onClose?.(),
): ComponentType<Props> {
  const code = codeOf(load, WAITED_FOR_MS)
  return (props: Props) => <DialogPart code={code} props={props} close={close} />
}

function DialogPart<Props extends object>({
  code,
  props,
  close,
}: PartProps<Props> & { close: (props: Props) => void }) {
  const Found = use(code.get())
  const isGivenUp = Found === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was given up.
  useEffect(() => {
    if (!isGivenUp) return
    toast.error({ id: 'lazy-part', title: FAILED, description: WHAT_NOW })
    code.forget()
    close(props)
  }, [isGivenUp])
  return Found && <Found {...props} />
}

/**
 * A part that is the content of its place, such as a chart in its pane. When its code does not come within a quarter
 * of a minute its place says so, with a button to try again.
 * @param load imports it
 */
export function lazyContent<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const code = codeOf(load, WAITED_FOR_MS)
  return (props: Props) => <ContentPart code={code} props={props} />
}

function ContentPart<Props extends object>({ code, props }: PartProps<Props>) {
  const [, setAttempt] = useState(0)
  const Found = use(code.get())
  if (Found !== null) return <Found {...props} />
  const retry = () => {
    code.forget()
    setAttempt((attempt) => attempt + 1)
  }
  return <ErrorState title={FAILED} reason={WHAT_NOW} onRetry={retry} />
}
