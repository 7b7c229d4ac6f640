import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { indentUnit } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import { dialect } from './dialect.ts'
import { markField } from './error-mark.ts'
import { sqlMarks } from './marks.ts'
import { theme } from './theme.ts'
import { notesTyping } from './typing.ts'

// Mod-I and Mod-K open panels of the app, so no key of the editor may swallow them.
const APP_KEYS = new Set(['Mod-i', 'Mod-k'])

/** What one needs to type into an editor and to read it. What helps beyond that comes with assist.ts. */
export const editing: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  history(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  EditorState.tabSize.of(2),
  indentUnit.of('  '),
  keymap.of([
    ...defaultKeymap.filter(({ key }) => !key || !APP_KEYS.has(key)),
    ...historyKeymap,
    // Escape and then Tab leaves the editor, so that it is no trap for the keyboard.
    indentWithTab,
  ]),
  dialect.language,
  sqlMarks,
  markField,
  notesTyping,
  theme,
]
