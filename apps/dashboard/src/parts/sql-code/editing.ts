import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  selectedCompletion,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { sql } from '@codemirror/lang-sql'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import {
  drawSelection,
  type EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { dialect } from './dialect.ts'
import { errorMark } from './error-mark.ts'
import { lazySearch } from './lazy-search.ts'
import { sqlMarks } from './marks.ts'
import { theme } from './theme.ts'

/** The names to complete: the columns of each table of each schema. */
export type SqlSchema = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** PostgreSQL, with keywords and the names of a schema to complete; tables of `defaultSchema` need no prefix. */
export function language(schema: SqlSchema | undefined, defaultSchema: string): Extension {
  return sql({ dialect, schema: schema as Record<string, Record<string, string[]>>, defaultSchema })
}

/** Takes the first suggestion when none was picked with the arrows yet. */
function acceptByTab(view: EditorView): boolean {
  if (completionStatus(view.state) !== 'active') return false
  if (!selectedCompletion(view.state)) moveCompletionSelection(true)(view)
  return acceptCompletion(view)
}

// Enter takes a suggestion only after one was picked: it must be safe to end a line by it. Tab always takes one.
const completionKeys = Prec.high(
  keymap.of([
    { key: 'Ctrl-Space', run: startCompletion },
    { mac: 'Alt-`', run: startCompletion },
    { key: 'Escape', run: closeCompletion },
    { key: 'ArrowDown', run: moveCompletionSelection(true) },
    { key: 'ArrowUp', run: moveCompletionSelection(false) },
    { key: 'PageDown', run: moveCompletionSelection(true, 'page') },
    { key: 'PageUp', run: moveCompletionSelection(false, 'page') },
    { key: 'Enter', run: acceptCompletion },
    { key: 'Tab', run: acceptByTab },
  ]),
)

// Mod-I and Mod-K open panels of the app, so no key of the editor may swallow them.
const APP_KEYS = new Set(['Mod-i', 'Mod-k'])

/** Everything that does not depend on a property of the component. */
export const editing: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  history(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  EditorState.tabSize.of(2),
  indentUnit.of('  '),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ selectOnOpen: false, defaultKeymap: false, icons: false }),
  completionKeys,
  lazySearch(),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap.filter(({ key }) => !key || !APP_KEYS.has(key)),
    ...historyKeymap,
    // Escape and then Tab leaves the editor, so that it is no trap for the keyboard.
    indentWithTab,
  ]),
  sqlMarks,
  errorMark,
  theme,
]
