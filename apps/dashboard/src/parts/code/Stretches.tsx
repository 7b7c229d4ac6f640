import type { ReactNode } from 'react'

/** A stretch of code and the class that colours it; an empty one leaves it as it is. */
export type Stretch = { readonly text: string; readonly className: string }

/**
 * Code in stretches of one colour each; for the inside of `<code>`.
 * @param show how the text of a stretch is shown, when not as it is
 */
export const Stretches = ({
  of,
  show = (text) => text,
}: {
  of: readonly Stretch[]
  show?: (text: string) => ReactNode
}) =>
  of.map(({ text, className }, index) =>
    className === '' ? (
      show(text)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text are its order.
      <span key={index} className={className}>
        {show(text)}
      </span>
    ),
  )
