import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { useEffect, useRef } from 'react'

// A field of the browser's lays all lines out, which takes seconds for some megabytes; this one those in sight.

const theme = EditorView.theme({
  '&': { height: '320px', color: 'var(--fg-1)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '18px' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--accent-mark)' },
  '.cm-line': { padding: '0 8px' },
})

/** A field for texts of megabytes. */
export function LargeField({
  label,
  text,
  readOnly,
  describedBy,
  onLeave,
}: {
  label: string
  text: string
  readOnly: boolean
  /** The element that says what is wrong with the text. */
  describedBy: string | undefined
  /** The field was left with another text. */
  onLeave: (text: string) => void
}) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const known = useRef(text)
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text from outside is put in below.
  useEffect(() => {
    if (host.current === null) return
    const give = (editor: EditorView) => {
      const now = editor.state.doc.toString()
      if (now === known.current) return
      known.current = now
      leave.current(now)
    }
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          theme,
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({
            'aria-label': label,
            spellcheck: 'false',
            tabindex: '0',
            ...(describedBy !== undefined && { 'aria-invalid': 'true', 'aria-describedby': describedBy }),
          }),
          EditorView.domEventHandlers({ blur: (_, left) => give(left) }),
        ],
      }),
    })
    // Fields of the browser's know only line feeds, and so does this one.
    known.current = editor.state.doc.toString()
    view.current = editor
    return () => editor.destroy()
  }, [label, readOnly, describedBy])
  useEffect(() => {
    const editor = view.current
    if (editor === null || text === known.current) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
    known.current = editor.state.doc.toString()
  }, [text])
  return (
    <div
      ref={host}
      className="overflow-hidden rounded-3 border border-line-strong bg-sunken focus-within:border-focus"
    />
  )
}
