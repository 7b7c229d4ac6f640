import { StreamLanguage, type StreamParser } from '@codemirror/language'
import { go } from '@codemirror/legacy-modes/mode/go'
import { properties } from '@codemirror/legacy-modes/mode/properties'
import { python } from '@codemirror/legacy-modes/mode/python'
import { shell } from '@codemirror/legacy-modes/mode/shell'
import { yaml } from '@codemirror/legacy-modes/mode/yaml'
import type { Parser } from '@lezer/common'
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import { parser as javascript } from '@lezer/javascript'
import type { Stretch } from './Stretches.tsx'

/** Languages that code is shown in. */
export type CodeLanguage = 'Javascript' | 'Typescript' | 'Bash' | 'Python' | 'Go' | 'YAML' | 'Environment' | 'Prisma'

const parserOf = (mode: StreamParser<unknown>): Parser => StreamLanguage.define(mode).parser
const typescript = javascript.configure({ dialect: 'ts' })

const PARSERS: Record<CodeLanguage, Parser> = {
  Javascript: javascript,
  Typescript: typescript,
  Bash: parserOf(shell),
  Python: parserOf(python),
  Go: parserOf(go),
  YAML: parserOf(yaml),
  Environment: parserOf(properties),
  // Its words are none of TypeScript's, its strings and brackets are the same.
  Prisma: typescript,
}

const CLASSES = tagHighlighter([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword],
    class: 'text-syn-keyword',
  },
  { tag: [tags.string, tags.special(tags.string)], class: 'text-syn-string' },
  { tag: [tags.number, tags.bool, tags.null], class: 'text-syn-number' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.standard(tags.variableName)],
    class: 'text-syn-func',
  },
  { tag: [tags.comment, tags.lineComment], class: 'text-syn-comment' },
  { tag: [tags.punctuation, tags.operator, tags.bracket], class: 'text-syn-punct' },
])

/** Cuts code into coloured stretches; line breaks are kept. */
export function highlight(code: string, language: CodeLanguage): Stretch[] {
  const stretches: Stretch[] = []
  const put = (text: string, className: string) => stretches.push({ text, className })
  highlightCode(code, PARSERS[language].parse(code), CLASSES, put, () => put('\n', ''))
  return stretches
}
