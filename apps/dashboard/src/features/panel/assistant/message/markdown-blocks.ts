/** A stretch of markdown that stands for itself: a paragraph, a whole list, a block of code. */
export type MarkdownBlock = {
  readonly text: string
  /** Its block of code has no end yet. */
  readonly isOpen: boolean
}

// Code below an entry of a list stands further in.
const FENCE = /^ {0,6}(`{3,}|~{3,})/
const LIST = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const INDENTED = /^(?: {2,}|\t)/

/**
 * Cuts markdown where a blank line ends one thing and another begins, so that what has been drawn stays as it is while
 * more arrives. What belongs together over blank lines stays together: code between its fences, the entries of a list
 * with what is indented below them.
 */
export function markdownBlocks(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let lines: string[] = []
  let fence: string | null = null
  let isAfterBlank = false
  let isList = false
  const close = () => {
    if (lines.some((line) => line.trim() !== '')) blocks.push({ text: lines.join('\n').trimEnd(), isOpen: false })
    lines = []
    isList = false
  }
  for (const line of markdown.split('\n')) {
    if (fence !== null) {
      lines.push(line)
      const end = FENCE.exec(line)?.[1]
      if (end?.[0] === fence[0] && (end?.length ?? 0) >= fence.length && line.trim() === end) {
        fence = null
        close()
      }
      continue
    }
    const begin = FENCE.exec(line)?.[1]
    if (begin !== undefined) {
      close()
      fence = begin
      lines.push(line)
      isAfterBlank = false
      continue
    }
    const isBlank = line.trim() === ''
    const goesOn = isList && (LIST.test(line) || INDENTED.test(line))
    if (!isBlank && isAfterBlank && !goesOn) close()
    if (!isBlank && lines.every((before) => before.trim() === '')) isList = LIST.test(line)
    lines.push(line)
    isAfterBlank = isBlank
  }
  if (fence !== null) blocks.push({ text: lines.join('\n'), isOpen: true })
  else close()
  return blocks
}

/** The code of a block that is nothing but fenced code, with its language; null for any other. */
export function fencedCode({ text }: MarkdownBlock): { readonly language: string; readonly code: string } | null {
  const [first = '', ...rest] = text.split('\n')
  const fence = FENCE.exec(first)?.[1]
  if (fence === undefined) return null
  const language = first.trim().slice(fence.length).trim().split(/\s/)[0] ?? ''
  const last = rest.at(-1)?.trim() ?? ''
  const isClosed = last.length >= fence.length && last === (fence[0] ?? '').repeat(last.length)
  const indent = new RegExp(`^ {0,${first.search(/\S/)}}`)
  const code = (isClosed ? rest.slice(0, -1) : rest).map((line) => line.replace(indent, '')).join('\n')
  return { language: language.toLowerCase(), code }
}
