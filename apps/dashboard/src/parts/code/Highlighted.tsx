import { useMemo } from 'react'
import { type CodeLanguage, highlight } from './highlight.ts'
import { Stretches } from './Stretches.tsx'

/** Longer texts stay plain: colours of so much text would take longer than anybody reads it. */
const COLOURED_MAX = 200_000

/** A text in the colours of its language; for the inside of `<code>`. */
export function Highlighted({ code, language }: { code: string; language: CodeLanguage }) {
  const stretches = useMemo(
    () => (code.length > COLOURED_MAX ? [{ text: code, className: '' }] : highlight(code, language)),
    [code, language],
  )
  return <Stretches of={stretches} />
}
