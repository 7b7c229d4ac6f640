import { syntaxTree } from '@codemirror/language'
import { type EditorState, type Range, RangeSet } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

const FUNCTION = Decoration.mark({ class: 'cm-sql-function' })
const PARAMETER = Decoration.mark({ class: 'cm-sql-parameter' })

// Keywords that are often written right before a parenthesis and are no functions.
const NOT_FUNCTIONS = new Set(
  `all and any array as between by case check conflict else exclude except exists filter foreign from having if in
  include index intersect into is join key like limit materialized not offset on only or over primary references
  returning row select set similar some table then to union unique using values when where with within`.split(/\s+/),
)

/** Whether a name or keyword of the language, ending at `end`, is called as a function. */
function isCall(name: string, text: string, end: number): boolean {
  return text[end] === '(' && !NOT_FUNCTIONS.has(name.toLowerCase())
}

/**
 * Whether a name that begins at `start` is a parameter: right after a colon that is neither half of a cast (`::`) nor
 * the middle of a slice (`a[1:n]`) or of a pair of JSON (`'a':n`).
 */
function isParameter(text: string, start: number): boolean {
  return text[start - 1] === ':' && !/[:\w"')[\]]/.test(text[start - 2] ?? '')
}

/** The called functions and parameters in some stretches of the text. */
export function marksIn(state: EditorState, ranges: readonly { from: number; to: number }[]): DecorationSet {
  const found: Range<Decoration>[] = []
  for (const { from, to } of ranges) {
    // Two characters before and one after are looked at too.
    const offset = Math.max(0, from - 2)
    const text = state.doc.sliceString(offset, to + 1)
    syntaxTree(state).iterate({
      from,
      to,
      enter(node) {
        if (!['Identifier', 'Keyword', 'Type', 'Builtin'].includes(node.name)) return
        const start = node.from - offset
        const end = node.to - offset
        if (start < 0 || end > text.length) return
        if (isParameter(text, start)) found.push(PARAMETER.range(node.from - 1, node.to))
        else if (isCall(text.slice(start, end), text, end)) found.push(FUNCTION.range(node.from, node.to))
      },
    })
  }
  return RangeSet.of(found, true)
}

/** Colours called functions and `:name` parameters, which the grammar of the language does not tell apart. */
export const sqlMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = marksIn(view.state, view.visibleRanges)
    }
    update(update: ViewUpdate) {
      const isParsedFurther = syntaxTree(update.startState) !== syntaxTree(update.state)
      if (update.docChanged || update.viewportChanged || isParsedFurther)
        this.decorations = marksIn(update.state, update.view.visibleRanges)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
