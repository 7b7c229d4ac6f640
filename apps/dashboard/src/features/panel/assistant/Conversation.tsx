import { useChat } from '@ai-sdk/react'
import type { AssistantState } from '@stoa/contract'
import { Button, ErrorState, Note, SkeletonRows } from '@stoa/ui'
import { ArrowDown, RotateCcw } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../api/errors.ts'
import { lazyDialog } from '../../../parts/frame/lazy-part.tsx'
import { createValue, useValue } from '../../../parts/value/value.ts'
import { Banners } from './Banners.tsx'
import { ChatHistory } from './ChatHistory.tsx'
import { choicesOf, useWhose } from './choices.ts'
import { Composer, INPUT_ID } from './composer/Composer.tsx'
import { draftOf } from './draft.ts'
import { Head } from './Head.tsx'
import { Locked, type LockedReason } from './message/locked.ts'
import { Message } from './message/Message.tsx'
import { isThinking } from './send-rules.ts'
import { sessionOf } from './session.ts'
import { type Chats, useStored } from './use-chats.ts'
import { useFewFirst } from './use-few-first.ts'
import { useStick } from './use-stick.ts'
import { Welcome } from './Welcome.tsx'

const SettingsDialog = lazyDialog(async () => (await import('./settings/SettingsDialog.tsx')).SettingsDialog)

/** How often what arrives is drawn, in ms. */
const DRAW_MS = 50

/** One chat: its messages, and where one writes. */
export function Conversation({
  projectRef,
  chats,
  state,
}: {
  projectRef: string
  chats: Chats
  state: AssistantState | undefined
}) {
  const { currentId, isFresh, changed } = chats
  const whose = useWhose(projectRef)
  const session = sessionOf(projectRef, currentId, whose, isFresh, changed)
  const { messages, status } = useChat({ chat: session.chat, throttle: DRAW_MS })
  const isLoading = status === 'submitted' || status === 'streaming'
  const stored = useStored(projectRef, session, isFresh, isLoading)
  const failure = useValue(session.failure)
  const { sharesMetadata } = useValue(choicesOf(whose))
  const [isSettings, setSettings] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { isAtEnd, toEnd } = useStick(scroller, content)
  const drawn = useFewFirst(messages.length)
  const hasMessages = messages.length > 0
  const lockedReason = isLoading
    ? 'The assistant is still answering'
    : stored.isElsewhere
      ? 'The assistant is answering in another tab'
      : (state?.message ?? undefined)
  const [locked] = useState(() => createValue<LockedReason>(lockedReason))
  useEffect(() => locked.set(lockedReason), [locked, lockedReason])

  const send = useCallback(
    (texts: readonly string[], instead?: string) => {
      toEnd()
      void session.send(texts, instead)
    },
    [session, toEnd],
  )
  const onEdit = useCallback((id: string, texts: readonly string[]) => send(texts, id), [send])
  const retry = useCallback(() => void session.retry(), [session])
  const last = messages.at(-1)
  return (
    <>
      <Head
        history={<ChatHistory chats={chats} />}
        actions={{
          hasMessages,
          onNew: () => {
            chats.begin()
            document.getElementById(INPUT_ID)?.focus()
          },
          onClear: () => void chats.clear(session),
          onSettings: () => setSettings(true),
        }}
      />
      {state === undefined ? null : (
        <Banners
          projectRef={projectRef}
          state={state}
          sharesMetadata={sharesMetadata}
          onSettings={() => setSettings(true)}
        />
      )}
      <div className="relative min-h-0 flex-1">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
        <section ref={scroller} className="chat-scroll focus-inset" aria-label="Messages" tabIndex={0}>
          <div ref={content}>
            {stored.error !== null && !hasMessages ? (
              <ErrorState
                title="Failed to load this chat"
                detail={errorMessage(stored.error)}
                onRetry={() => void stored.refetch()}
                retrying={stored.isFetching}
              />
            ) : stored.isPending ? (
              <div className="p-4">
                <SkeletonRows rows={4} rowHeight={48} />
              </div>
            ) : hasMessages ? (
              <ol className="chat-list" aria-live="polite" aria-relevant="additions">
                <Locked value={locked}>
                  {messages.slice(messages.length - drawn).map((message) => (
                    <Message
                      key={message.id}
                      projectRef={projectRef}
                      message={message}
                      isWriting={isLoading && message === last}
                      onEdit={onEdit}
                      onRetry={message === last ? retry : null}
                    />
                  ))}
                </Locked>
              </ol>
            ) : (
              <Welcome
                isShared={state?.metadata.allowed === true && sharesMetadata}
                onPick={(text) => {
                  const draft = draftOf(whose, session.id)
                  draft.set({ ...draft.get(), text })
                  document.getElementById(INPUT_ID)?.focus()
                }}
              />
            )}
            {isThinking(isLoading, last) || stored.isElsewhere ? (
              <p className="chat-thinking" role="status">
                Thinking...
              </p>
            ) : null}
            {isLoading || stored.isElsewhere || (failure === null && last?.role !== 'user') ? null : (
              <Unanswered reason={failure} lockedReason={lockedReason} onRetry={hasMessages ? retry : null} />
            )}
          </div>
        </section>
        {isAtEnd ? null : (
          <span className="absolute bottom-2 left-1/2 -translate-x-1/2">
            <Button size="sm" icon={ArrowDown} onClick={toEnd}>
              Scroll to bottom
            </Button>
          </span>
        )}
      </div>
      <Composer
        key={session.id}
        projectRef={projectRef}
        chatId={session.id}
        state={state}
        hasMessages={hasMessages}
        isLoading={isLoading || stored.isElsewhere}
        onSend={send}
        onStop={() => void session.stop()}
        onSettings={() => setSettings(true)}
      />
      {isSettings ? (
        <Suspense fallback={null}>
          <SettingsDialog
            projectRef={projectRef}
            state={state}
            session={session}
            isKept={!isFresh}
            shareResults={stored.shareResults}
            changed={changed}
            onClose={() => setSettings(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** A question without an answer, and why, as far as that is known. */
function Unanswered({
  reason,
  lockedReason,
  onRetry,
}: {
  reason: string | null
  lockedReason: string | undefined
  onRetry: (() => void) | null
}) {
  return (
    <div className="px-4 pb-4">
      <Note tone={reason === null ? 'neutral' : 'bad'} role={reason === null ? undefined : 'alert'}>
        <p className="wrap-anywhere">{reason ?? 'This question has no answer.'}</p>
        {onRetry === null ? null : (
          <Button size="sm" icon={RotateCcw} className="mt-2" disabledReason={lockedReason} onClick={onRetry}>
            Try again
          </Button>
        )}
      </Note>
    </div>
  )
}
