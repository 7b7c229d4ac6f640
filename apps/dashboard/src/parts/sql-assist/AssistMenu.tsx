import { IconButton, Menu, MenuCheck, MenuItem, MenuSeparator, toast } from '@stoa/ui'
import { Sparkles } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { askAssistant } from '../assistant/ask.ts'
import { lazyDialog } from '../frame/lazy-part.tsx'
import type { SqlCodeHandle } from '../sql-code/SqlCode.tsx'
import { useValue } from '../value/value.ts'
import { completes } from './ghost-switch.ts'

const EditDialog = lazyDialog(async () => (await import('./EditDialog.tsx')).EditDialog)

type Place = { readonly text: string; readonly from: number; readonly to: number }

/** What is selected, or all of the text. */
function placeIn(editor: SqlCodeHandle): Place {
  const text = editor.getValue()
  const { from, to } = editor.getSelection()
  return from === to ? { text, from: 0, to: text.length } : { text, from, to }
}

/**
 * What a model can do with the text of an editor: change it or write some, explain it, name it, go on with it.
 * @param schema whose names are told, where the organization agreed to tell any
 * @param name what the text is called
 * @param onName takes a suggested name; without it none is suggested
 * @param disabledReason why the text cannot be changed
 */
export function AssistMenu({
  projectRef: ref,
  schema,
  editor,
  name,
  onName,
  disabledReason,
}: {
  projectRef: string
  schema: string
  editor: RefObject<SqlCodeHandle | null>
  name: string
  onName?: (name: string) => void
  disabledReason: string | undefined
}) {
  const [place, setPlace] = useState<Place | null>(null)
  const isCompleting = useValue(completes)
  const edit = () => {
    if (editor.current && disabledReason === undefined) setPlace(placeIn(editor.current))
  }
  const root = useRef<HTMLSpanElement>(null)
  useEditKey(root, edit)
  const text = () => {
    const found = editor.current?.textToRun().text ?? ''
    if (found.trim() !== '') return found
    toast.info('There is no SQL yet')
    return null
  }
  const explain = () => {
    const sql = text()
    if (sql !== null) askAssistant({ prompt: 'Explain what this query does.', snippets: [{ name, sql }] })
  }
  const suggestName = async () => {
    const sql = text()
    if (sql === null) return
    try {
      const { title } = await client.ai.title({ sql, projectRef: ref })
      onName?.(title)
      toast.success(`The query is called “${title}” now`)
    } catch (error) {
      toast.error(`Failed to generate title: ${errorMessage(error)}`)
    }
  }
  return (
    <span ref={root} className="contents">
      <Menu align="end" label="SQL assistant" trigger={<IconButton icon={Sparkles} label="SQL assistant" />}>
        <MenuItem shortcut="mod+alt+k" disabledReason={disabledReason} onSelect={edit}>
          Write or change SQL…
        </MenuItem>
        <MenuItem onSelect={explain}>Explain</MenuItem>
        {onName === undefined ? null : (
          <MenuItem disabledReason={disabledReason} onSelect={() => void suggestName()}>
            Suggest a name
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuCheck checked={isCompleting} onCheckedChange={completes.set}>
          Suggest text while typing
        </MenuCheck>
      </Menu>
      {place === null ? null : (
        <Suspense fallback={null}>
          <EditDialog
            projectRef={ref}
            schema={schema}
            {...place}
            onAccept={(changed) => editor.current?.setValue(changed)}
            onClose={() => {
              setPlace(null)
              editor.current?.focus()
            }}
          />
        </Suspense>
      )}
    </span>
  )
}

/** Cmd+Alt+K asks for a change: in a panel of the panel's text, elsewhere of the page's. */
function useEditKey(root: RefObject<HTMLElement | null>, edit: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || !event.altKey || event.shiftKey || !(event.metaKey || event.ctrlKey)) return
      const place = event.target instanceof Element ? event.target : null
      if (place?.closest('[role="dialog"]')) return
      if (place?.closest('aside') !== root.current?.closest('aside')) return
      event.preventDefault()
      edit()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}
