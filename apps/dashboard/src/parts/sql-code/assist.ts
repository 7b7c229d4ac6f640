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
import { bracketMatching, codeFolding, foldKeymap } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { crosshairCursor, EditorView, highlightSpecialChars, keymap, rectangularSelection } from '@codemirror/view'
import { beforeRun } from './before-run.ts'
import { completeSql } from './completion.ts'
import { errorHover } from './error-hover.ts'
import { hints } from './hints.ts'
import { lateOffer } from './late-offer.ts'
import { statementMark } from './statement-mark.ts'

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

/** What can be kept nowhere, and what Postgres takes in no text: NUL, and halves of surrogate pairs. */
const storable = EditorView.clipboardInputFilter.of((text) => text.replaceAll('\0', '\ufffd').toWellFormed())

/** Characters that cannot be seen, or that turn round how others are read, stand as what they are. */
const unseen = [highlightSpecialChars(), EditorView.theme({ '.cm-specialChar': { color: 'var(--bad-fg)' } })]

/** What stands in the bar that finds and replaces, and in the one that goes to a line. */
const words = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  go: 'Go',
})

/** What helps to write: it comes when one can already type. */
export const assist: Extension = [
  bracketMatching(),
  closeBrackets(),
  autocompletion({
    override: [completeSql],
    selectOnOpen: false,
    defaultKeymap: false,
    icons: false,
    maxRenderedOptions: 80,
  }),
  completionKeys,
  Prec.high(keymap.of(closeBracketsKeymap)),
  search({ top: true }),
  words,
  highlightSelectionMatches(),
  codeFolding(),
  rectangularSelection(),
  crosshairCursor(),
  storable,
  unseen,
  keymap.of([...searchKeymap, ...foldKeymap]),
  statementMark,
  errorHover,
  hints,
  beforeRun.of(closeCompletion),
  lateOffer,
]
