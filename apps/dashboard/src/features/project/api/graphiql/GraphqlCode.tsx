import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { EditorState, Prec } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { graphql, updateSchema } from 'cm6-graphql'
import type { GraphQLSchema } from 'graphql'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { theme } from '../../../../parts/sql-code/theme.ts'

/**
 * An editor for a GraphQL query, or for its variables.
 * @param schema what is suggested and checked by; null for plain text
 * @param value what the editor begins with; another `key` begins anew
 */
export function GraphqlCode({
  label,
  value,
  schema,
  plain = false,
  onChange,
  onRun,
}: {
  label: string
  value: string
  schema: GraphQLSchema | null
  plain?: boolean
  onChange: (text: string) => void
  onRun: () => void
}) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const latest = useRef({ onChange, onRun })
  const first = useRef(value)
  useLayoutEffect(() => {
    latest.current = { onChange, onRun }
  })
  useLayoutEffect(() => {
    if (!host.current) return
    const run = () => {
      latest.current.onRun()
      return true
    }
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run, preventDefault: true }])),
          lineNumbers(),
          history(),
          drawSelection(),
          EditorState.tabSize.of(2),
          bracketMatching(),
          closeBrackets(),
          // Tab leaves the editor, as everywhere on the page.
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
          EditorView.lineWrapping,
          theme,
          plain ? [] : [autocompletion({ icons: false }), graphql()],
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return
            const text = update.state.doc.toString()
            first.current = text
            latest.current.onChange(text)
          }),
        ],
      }),
    })
    editor.current = view
    return () => {
      view.destroy()
      editor.current = null
    }
  }, [label, plain])
  useEffect(() => {
    if (editor.current && !plain && schema !== null) updateSchema(editor.current, schema)
  }, [schema, plain])
  return <div ref={host} className="h-full min-h-0 overflow-hidden" />
}
