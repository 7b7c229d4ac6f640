import type { AssistantState } from '@stoa/contract'
import { Chip, Icon, IconButton } from '@stoa/ui'
import { ArrowUp, FileCode, Square } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { asked } from '../../../../parts/assistant/ask.ts'
import { lazyPart } from '../../../../parts/frame/lazy-part.tsx'
import { useValue } from '../../../../parts/value/value.ts'
import { choicesOf, useWhose } from '../choices.ts'
import { draftOf } from '../draft.ts'
import { placeholderOf, whyNotSend } from '../send-rules.ts'
import { snippetText } from '../snippets.ts'
import { useToastRoom } from './use-toast-room.ts'

const AttachMenu = lazyPart(async () => (await import('./AttachMenu.tsx')).AttachMenu)

const TALLEST = 220
/** What moves the focus into the input from elsewhere in the panel. */
export const INPUT_ID = 'assistant-input'

/** Where one writes to the assistant. */
export function Composer({
  projectRef,
  chatId,
  state,
  hasMessages,
  isLoading,
  onSend,
  onStop,
  onSettings,
}: {
  projectRef: string
  chatId: string
  state: AssistantState | undefined
  hasMessages: boolean
  isLoading: boolean
  onSend: (texts: readonly string[]) => void
  onStop: () => void
  onSettings: () => void
}) {
  const whose = useWhose(projectRef)
  const draft = draftOf(whose, chatId)
  const { text, snippets } = useValue(draft)
  const { schemas } = useValue(choicesOf(whose))
  const input = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useToastRoom(box)
  const hasSnippets = snippets.length > 0
  const reason = whyNotSend(state, { text, hasSnippets, isLoading })
  useAsked(whose, chatId, () => input.current?.focus())

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another height.
  useLayoutEffect(() => {
    const element = input.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(TALLEST, element.scrollHeight)}px`
  }, [text])

  /** Whether it was to be sent before it was known whether that can be done. */
  const isWanted = useRef(false)
  const send = () => {
    isWanted.current = state === undefined
    if (reason !== undefined) return
    draft.set({ text: '', snippets: [] })
    const written = text.trim()
    onSend([...(written === '' ? [] : [written]), ...snippets.map(snippetText)])
    input.current?.focus()
  }
  useEffect(() => {
    if (isWanted.current && state !== undefined) send()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div ref={box} className="chat-composer">
      <div className="chat-input">
        {hasSnippets ? (
          <div className="flex flex-wrap gap-1">
            {snippets.map((snippet, index) => (
              <Chip
                // biome-ignore lint/suspicious/noArrayIndexKey: two queries may have one name.
                key={index}
                name={
                  <span className="flex items-center gap-1">
                    <Icon of={FileCode} size="xs" />
                    {snippet.name || 'Query'}
                  </span>
                }
                label={`Snippet: ${snippet.name || 'Query'}`}
                onRemove={() => draft.set({ text, snippets: snippets.filter((one) => one !== snippet) })}
              />
            ))}
          </div>
        ) : null}
        <textarea
          ref={input}
          id={INPUT_ID}
          // biome-ignore lint/a11y/noAutofocus: the panel was opened to write.
          autoFocus
          rows={1}
          aria-label="Message to the assistant"
          placeholder={placeholderOf(hasMessages, hasSnippets)}
          value={text}
          onChange={(event) => draft.set({ text: event.target.value, snippets })}
          onKeyDown={onKeyDown}
        />
        <div className="flex items-center gap-1.5">
          <Suspense fallback={<span className="w-6" />}>
            <AttachMenu
              projectRef={projectRef}
              onPick={(snippet) => {
                const now = draft.get()
                draft.set({ text: now.text, snippets: [...now.snippets, snippet] })
                input.current?.focus()
              }}
            />
          </Suspense>
          <button type="button" className="clip grow text-left text-12 text-fg-3 hover:text-fg-1" onClick={onSettings}>
            {schemas.length === 1 ? `Schema: ${schemas[0]}` : `${schemas.length} schemas: ${schemas.join(', ')}`}
          </button>
          {isLoading ? (
            <IconButton icon={Square} size="xs" variant="default" label="Stop" onClick={onStop} />
          ) : (
            <IconButton
              icon={ArrowUp}
              size="xs"
              variant={reason === undefined ? 'primary' : 'default'}
              label="Send"
              disabledReason={reason}
              onClick={send}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** Puts what is to be asked from elsewhere behind what is written already. */
function useAsked(whose: string, chatId: string, focus: () => void): void {
  const given = useValue(asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is given counts.
  useEffect(() => {
    if (given === null) return
    asked.set(null)
    const draft = draftOf(whose, chatId)
    const { text, snippets } = draft.get()
    draft.set({
      text: [text, given.prompt ?? ''].filter((one) => one !== '').join('\n\n'),
      snippets: [...snippets, ...(given.snippets ?? [])],
    })
    focus()
  }, [given, whose, chatId])
}
