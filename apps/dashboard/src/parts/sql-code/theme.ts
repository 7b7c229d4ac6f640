import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

// Every colour is a token, and tokens know light and dark themselves, so one theme serves both.
const surface = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--bg)', color: 'var(--syn-ident)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontFeatureSettings: '"calt" 0',
    lineHeight: '20px',
    overscrollBehaviorX: 'contain',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent-mark)' },
  '.cm-line': { padding: '0 16px 0 6px' },
  '.cm-placeholder': { color: 'var(--fg-3)' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--accent-mark)', marginLeft: '-1px' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', border: 'none', color: 'var(--fg-3)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 6px 0 8px', fontSize: '12px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--row-hover)' },
  '.cm-activeLineGutter': { color: 'var(--fg-1)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent-mark) 22%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'var(--bg-active)',
    borderRadius: 'var(--r-1)',
    color: 'inherit',
  },
  '&.cm-focused .cm-nonmatchingBracket, .cm-nonmatchingBracket': { color: 'var(--bad-fg)', background: 'none' },
  '.cm-selectionMatch': { backgroundColor: 'var(--bg-active)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-tint)', boxShadow: '0 0 0 1px var(--warn-line)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-tint)', boxShadow: '0 0 0 1px var(--accent-mark)' },
})

// What this editor marks beyond the tokens of the language: see marks.ts and error-mark.ts.
const marks = EditorView.theme({
  '.cm-sql-function, .cm-sql-function *': { color: 'var(--syn-func)' },
  '.cm-sql-parameter': {
    color: 'var(--syn-number)',
    backgroundColor: 'var(--bg-active)',
    borderRadius: 'var(--r-1)',
    padding: '1px 3px',
    margin: '0 -3px',
  },
  '.cm-sql-parameter *': { color: 'inherit' },
  '.cm-sql-error': { textDecoration: 'underline wavy var(--bad-mark)', textUnderlineOffset: '3px' },
  '.cm-gutterElement.cm-sql-error-line': { color: 'var(--bad-fg)', fontWeight: '600' },
  // A bar at the edge of what a run of one statement would run.
  '.cm-line.cm-sql-current': { boxShadow: 'inset 2px 0 0 var(--line-strong)' },
  '&.cm-focused .cm-line.cm-sql-current': { boxShadow: 'inset 2px 0 0 var(--accent-line)' },
  '.cm-sql-hint': { padding: '6px 10px', maxWidth: '520px', whiteSpace: 'pre-wrap' },
  '.cm-sql-hint-head': { fontFamily: 'var(--font-mono)', color: 'var(--fg-1)' },
  '.cm-sql-hint-head span': { color: 'var(--fg-3)' },
  '.cm-sql-hint-fact': { fontFamily: 'var(--font-mono)', color: 'var(--fg-2)' },
  '.cm-sql-hint-fact strong': { color: 'var(--accent-fg)', fontWeight: '600' },
  '.cm-sql-hint-comment': { marginTop: '4px', color: 'var(--fg-2)' },
  '.cm-sql-ghost': { color: 'var(--fg-3)' },
  '.cm-sql-error-message': { padding: '6px 10px', maxWidth: '480px', whiteSpace: 'pre-wrap', color: 'var(--bad-fg)' },
})

const floating = EditorView.theme({
  '.cm-tooltip': {
    zIndex: 'var(--z-menu)',
    border: 'none',
    borderRadius: 'var(--r-4)',
    backgroundColor: 'var(--bg-raised)',
    color: 'var(--fg-1)',
    boxShadow: 'var(--shadow-menu)',
    font: '12px/16px var(--font-ui)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    padding: '4px',
    maxHeight: '232px',
    fontFamily: 'var(--font-mono)',
    fontSize: '12px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '0 8px',
    lineHeight: '26px',
    borderRadius: 'var(--r-2)',
    color: 'var(--fg-1)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--bg-active)',
    color: 'var(--fg-1)',
  },
  '.cm-tooltip.cm-completionInfo': {
    padding: '6px 10px',
    maxWidth: '360px',
    whiteSpace: 'pre-wrap',
    color: 'var(--fg-2)',
  },
  '.cm-foldPlaceholder': {
    border: 'none',
    borderRadius: 'var(--r-1)',
    backgroundColor: 'var(--bg-active)',
    color: 'var(--fg-2)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent-fg)' },
  '.cm-completionDetail': { marginLeft: '12px', fontStyle: 'normal', color: 'var(--fg-3)' },
  '.cm-panels': { backgroundColor: 'var(--bg-sunken)', color: 'var(--fg-1)', font: '12px/16px var(--font-ui)' },
  '.cm-panels.cm-panels-top': { borderBottom: 'var(--hair) solid var(--line)' },
  '.cm-panel.cm-search': {
    padding: '6px 32px 6px 10px',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    margin: '0',
    fontSize: '12px',
  },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { margin: '0' },
  '.cm-textfield': {
    height: '28px',
    padding: '0 8px',
    border: 'var(--hair) solid var(--line-strong)',
    borderRadius: 'var(--r-3)',
    backgroundColor: 'var(--bg-raised)',
    color: 'var(--fg-1)',
    font: '12px/16px var(--font-mono)',
  },
  '.cm-button': {
    height: '28px',
    padding: '0 9px',
    border: 'var(--hair) solid var(--line-strong)',
    borderRadius: 'var(--r-3)',
    background: 'var(--bg-raised)',
    color: 'var(--fg-1)',
    font: '500 12px/16px var(--font-ui)',
  },
  '.cm-button:active': { background: 'var(--bg-active)' },
  '.cm-textfield:focus-visible, .cm-button:focus-visible, .cm-panel.cm-search [name=close]:focus-visible': {
    outline: '2px solid var(--accent-mark)',
    outlineOffset: '1px',
  },
  '.cm-panel.cm-search [name=close]': {
    top: '8px',
    right: '10px',
    width: '24px',
    height: '24px',
    color: 'var(--fg-2)',
    fontSize: '16px',
  },
})

const voices = HighlightStyle.define([
  { tag: [tags.keyword, tags.typeName, tags.modifier], color: 'var(--syn-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--syn-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--syn-number)' },
  { tag: [tags.operator, tags.punctuation, tags.separator, tags.bracket], color: 'var(--syn-punct)' },
  { tag: tags.comment, color: 'var(--syn-comment)', fontStyle: 'italic' },
])

/** The look of the editor, in tokens of the design system. */
export const theme = [surface, marks, floating, syntaxHighlighting(voices)]
