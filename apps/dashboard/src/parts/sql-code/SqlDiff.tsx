import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dialect } from './dialect.ts'
import { sqlMarks } from './marks.ts'
import { theme } from './theme.ts'

/** Two texts need this width to be read side by side; below it the changes stand within one. */
const SIDE_BY_SIDE = '(min-width: 900px)'

/** How exactly texts are compared, in characters and in ms: beyond it a long stretch is one change. */
const DIFF = { scanLimit: 20_000, timeout: 200 }

const diffTheme = EditorView.theme({
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--delete-bg)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--insert-bg)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in srgb, var(--bad-mark) 10%, transparent)',
  },
  '&.cm-merge-b .cm-changedText': { background: 'color-mix(in srgb, var(--ok-mark) 10%, transparent)' },
  '.cm-deletedChunk': { paddingLeft: '6px' },
  '.cm-collapsedLines': {
    background: 'var(--bg-sunken)',
    color: 'var(--fg-2)',
    font: '12px/20px var(--font-ui)',
    padding: '2px 10px',
  },
  '.cm-chunkButtons button': {
    height: '24px',
    padding: '0 8px',
    marginLeft: '4px',
    borderRadius: 'var(--r-3)',
    border: 'var(--hair) solid var(--line-strong)',
    background: 'var(--bg-raised)',
    color: 'var(--fg-1)',
    font: '500 12px/16px var(--font-ui)',
  },
})

function extensions(label: string, onChange: ((text: string) => void) | null): Extension {
  return [
    lineNumbers(),
    drawSelection(),
    EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    EditorView.lineWrapping,
    dialect.language,
    sqlMarks,
    theme,
    diffTheme,
    onChange === null
      ? EditorState.readOnly.of(true)
      : [
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange(update.state.doc.toString())
          }),
        ],
  ]
}

/** Takes a change over from the left text: an arrow that says so. */
function takeButton(label: string): () => HTMLElement {
  return () => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'ui-btn'
    button.dataset.variant = 'quiet'
    button.dataset.size = 'xs'
    button.dataset.iconOnly = ''
    button.textContent = '→'
    button.title = label
    button.setAttribute('aria-label', label)
    return button
  }
}

/** The same within one text, where an arrow would point nowhere. */
function takeWord(label: string, take: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Take over'
  button.setAttribute('aria-label', label)
  button.onmousedown = take
  button.onclick = (event) => event.detail === 0 && take(event)
  return button
}

const NOTHING = () => document.createElement('span')

export type SqlDiffProps = {
  /** The text that is compared with: shown at the left, never edited. */
  before: string
  /** The text at the right as it is at first; the component keeps its own while one types. */
  after: string
  /** What the two texts are, such as `On the server` and `Yours`. */
  labels: { before: string; after: string }
  /** Told every change of the right text; without it nothing can be edited. */
  onChange?: (after: string) => void
  /** What the arrow does that takes a change over from the left. */
  takeLabel?: string
}

/**
 * Two texts side by side with what differs marked, or one within the other on a narrow screen. Fills its element.
 * With `onChange` the right one can be edited, and single changes taken over from the left. Other texts need another
 * `key`. It brings the diff with it, so load it lazily.
 */
export function SqlDiff({ before, after, labels, onChange, takeLabel = 'Take this change over' }: SqlDiffProps) {
  const host = useRef<HTMLDivElement>(null)
  const text = useRef(after)
  const tell = useRef(onChange)
  const [wide, setWide] = useState(() => matchMedia(SIDE_BY_SIDE).matches)
  const editable = onChange !== undefined

  useLayoutEffect(() => {
    tell.current = onChange
  })
  useEffect(() => {
    const query = matchMedia(SIDE_BY_SIDE)
    const change = () => setWide(query.matches)
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [])
  useLayoutEffect(() => {
    if (host.current === null) return
    const listen = editable
      ? (changed: string) => {
          text.current = changed
          tell.current?.(changed)
        }
      : null
    const fold = { margin: 3, minSize: 6 }
    if (wide) {
      const view = new MergeView({
        parent: host.current,
        a: { doc: before, extensions: extensions(labels.before, null) },
        b: { doc: text.current, extensions: extensions(labels.after, listen) },
        ...(editable && { revertControls: 'a-to-b', renderRevertControl: takeButton(takeLabel) }),
        collapseUnchanged: fold,
        diffConfig: DIFF,
        gutter: true,
      })
      return () => view.destroy()
    }
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text.current,
        extensions: [
          extensions(labels.after, listen),
          unifiedMergeView({
            original: before,
            mergeControls: editable && ((type, take) => (type === 'reject' ? takeWord(takeLabel, take) : NOTHING())),
            collapseUnchanged: fold,
            diffConfig: DIFF,
          }),
        ],
      }),
    })
    return () => view.destroy()
  }, [wide, before, editable, labels.before, labels.after, takeLabel])

  return (
    <div className="flex h-full min-h-0 flex-col">
      {wide ? (
        <div className="grid flex-none grid-cols-2 border-line border-b text-12 text-fg-2">
          <span className="px-3 py-1.5">{labels.before}</span>
          <span className="px-3 py-1.5">{labels.after}</span>
        </div>
      ) : (
        <div className="flex flex-none gap-2 border-line border-b px-3 py-1.5 text-12 text-fg-2">
          <span className="rounded-1 px-1.5" style={{ background: 'var(--delete-bg)' }}>
            {labels.before}
          </span>
          <span className="rounded-1 px-1.5" style={{ background: 'var(--insert-bg)' }}>
            {labels.after}
          </span>
        </div>
      )}
      <div ref={host} className="sql-diff min-h-0 flex-1 overflow-auto" />
    </div>
  )
}
