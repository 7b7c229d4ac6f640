import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { queryParameters } from '@stoa/sql'
import { catalogFacet } from './catalog.ts'
import { cursorAt } from './cursor.ts'
import { WORDS } from './dialect.ts'
import { stretchAround } from './stretch.ts'
import { type Suggestion, suggestionsAt } from './suggest.ts'

const TYPES: Readonly<Record<Suggestion['kind'], string>> = {
  column: 'property',
  table: 'class',
  view: 'interface',
  function: 'function',
  keyword: 'keyword',
  type: 'type',
  schema: 'namespace',
  alias: 'variable',
  condition: 'text',
}

/** As many characters before the cursor are looked at for a parameter. */
const LONGEST_NAME = 100

/** Writes a call and puts the cursor where its arguments go. */
function applyCall(text: string, empty: boolean) {
  return (view: EditorView, completion: Completion, from: number, to: number) => {
    const opened = view.state.sliceDoc(to, to + 1) === '('
    view.dispatch(insertCompletionText(view.state, opened ? text : `${text}()`, from, to))
    const at = from + text.length + (opened || !empty ? 1 : 2)
    view.dispatch({ selection: { anchor: at } })
    void completion
  }
}

const asCompletion =
  (shout: boolean, quoted: boolean) =>
  (suggestion: Suggestion): Completion => {
    const { label, kind, detail, about, rank, call } = suggestion
    const text = suggestion.text ?? label
    const written = kind === 'keyword' && shout ? text.toUpperCase() : text
    return {
      // What begins with a quote is matched with it.
      label: quoted && kind !== 'keyword' ? `"${label}"` : label,
      ...(quoted && kind !== 'keyword' && { displayLabel: label }),
      type: TYPES[kind],
      boost: Math.max(-99, Math.min(99, rank)),
      ...(detail !== undefined && { detail }),
      ...(about !== undefined && { info: about }),
      apply: call === undefined ? written : applyCall(text, call === 'empty'),
    }
  }

/** Behind a colon that is no cast stands a parameter, where the text declares any: only these can be meant. */
function completeParameter({ state, pos }: CompletionContext): CompletionResult | null {
  const found = /(?<![:\w"')\]]):(\w*)$/.exec(state.sliceDoc(Math.max(0, pos - LONGEST_NAME), pos))
  if (found === null) return null
  const options = queryParameters(state.doc.toString()).map(({ name, value }): Completion => {
    return { label: name, type: 'variable', ...(value !== '' && { detail: value }) }
  })
  return options.length === 0 ? null : { from: pos - (found[1] ?? '').length, options, validFor: /^\w*$/ }
}

/** Suggests what can be written at the cursor: names of the database, functions, keywords. */
export function completeSql(context: CompletionContext): CompletionResult | null {
  const stretch = stretchAround(context.state.doc, context.pos)
  const cursor = cursorAt(stretch.text, context.pos - stretch.from)
  if (cursor === null) return null
  const parameters = completeParameter(context)
  if (parameters !== null) return parameters
  if (!context.explicit && cursor.prefix === '' && cursor.path.length === 0) return null
  // Keywords are written as the person writes: `SEL` goes on in capitals.
  const shout = cursor.prefix.length > 0 && /[A-Z]/.test(cursor.prefix) && cursor.prefix === cursor.prefix.toUpperCase()
  const suggestions = suggestionsAt(cursor, context.state.facet(catalogFacet))
  const options = suggestions.map(asCompletion(shout, cursor.quoted))
  const known = new Set(options.map(({ label }) => label))
  if (cursor.path.length === 0 && !cursor.quoted)
    for (const label of WORDS)
      if (!known.has(label))
        options.push({ label, type: 'keyword', boost: -80, apply: shout ? label.toUpperCase() : label })
  return { from: stretch.from + cursor.from, options, validFor: cursor.quoted ? /^"[^"]*$/ : /^[\w$\u0080-\uffff]*$/ }
}
