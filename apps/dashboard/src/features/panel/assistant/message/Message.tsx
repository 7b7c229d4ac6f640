import { CopyButton, Icon, IconButton } from '@stoa/ui'
import { FileCode, Pencil, RotateCcw } from 'lucide-react'
import { type ComponentProps, memo, type ReactNode, Suspense, use, useRef, useState } from 'react'
import { lazyPart } from '../../../../parts/frame/lazy-part.tsx'
import { Near, useNear } from '../../../../parts/query-block/near.ts'
import { useValue, type Value } from '../../../../parts/value/value.ts'
import type { AssistantMessage } from '../session.ts'
import { readSnippetText, snippetText } from '../snippets.ts'
import { Locked, type LockedReason } from './locked.ts'
import { MessageText } from './MessageText.tsx'
import { ToolCard, type ToolPart } from './ToolCard.tsx'

const EditMessage = lazyPart(async () => (await import('./EditMessage.tsx')).EditMessage)

type MessageProps = {
  readonly projectRef: string
  readonly message: AssistantMessage
  /** More of it may come. */
  readonly isWriting: boolean
  /** Sends other parts in place of this message; everything after it goes. */
  readonly onEdit: (id: string, texts: readonly string[]) => void
  /** Asks for this answer once more; null for all but the last. */
  readonly onRetry: (() => void) | null
}

/** One message of a chat. */
export const Message = memo(function Message(props: MessageProps) {
  return (
    <NearItem role={props.message.role}>
      {props.message.role === 'user' ? <Question {...props} /> : <Answer {...props} />}
    </NearItem>
  )
})

/** A component of its own, so that a message is not drawn anew when it comes near. */
function NearItem({ role, children }: { role: string; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null)
  return (
    <li ref={item} className="chat-message" data-role={role}>
      <Near value={useNear(item)}>{children}</Near>
    </li>
  )
}

const textsOf = ({ parts }: AssistantMessage): string[] =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))

function Question({ message, onEdit }: MessageProps) {
  const [isEditing, setEditing] = useState(false)
  const texts = textsOf(message)
  const snippets = texts.flatMap((text) => readSnippetText(text) ?? [])
  const written = texts.filter((text) => readSnippetText(text) === null).join('\n\n')
  if (isEditing)
    return (
      <Suspense fallback={null}>
        <EditMessage
          text={written}
          onCancel={() => setEditing(false)}
          onSend={(text) => {
            setEditing(false)
            onEdit(message.id, [text, ...snippets.map(snippetText)])
          }}
        />
      </Suspense>
    )
  return (
    <>
      <div className="chat-question">
        <h3 className="ui-vh">You</h3>
        {written === '' ? null : <p className="whitespace-pre-wrap wrap-anywhere">{written}</p>}
        {snippets.map(({ name, sql }) => (
          <details key={name + sql} className="text-12 text-fg-2">
            <summary className="flex items-center gap-1">
              <Icon of={FileCode} size="xs" />
              {name || 'Query'}
            </summary>
            <pre className="ui-mono max-h-48 overflow-auto py-1 text-11 whitespace-pre-wrap wrap-anywhere">{sql}</pre>
          </details>
        ))}
      </div>
      <div className="chat-actions">
        <Unlocked icon={Pencil} label="Edit this message" onClick={() => setEditing(true)} />
      </div>
    </>
  )
}

/** What is said below an answer that is not whole. */
const ENDS = {
  stopped: 'This answer was stopped.',
  length: 'This answer ends here, because it reached the length that the model’s server allows.',
  filter: 'The model’s server held back the rest of this answer.',
}

function Answer({ projectRef, message, isWriting, onRetry }: MessageProps) {
  const { parts, metadata } = message
  const end = metadata?.stopped === true ? 'stopped' : metadata?.ended
  // What came of it is said below all messages.
  if (!isWriting && end === undefined && parts.every(({ type }) => type === 'step-start')) return null
  const name = `chat ${message.id.slice(0, 70)}`
  return (
    <>
      <h3 className="ui-vh">Assistant</h3>
      {parts.map((part, index) => {
        const key = `${message.id} ${index}`
        if (part.type === 'text')
          return (
            <MessageText
              key={key}
              projectRef={projectRef}
              name={`${name} ${index}`}
              text={part.text}
              isWriting={isWriting && index === parts.length - 1}
            />
          )
        return isTool(part) ? <ToolCard key={key} part={part} isWriting={isWriting} /> : null
      })}
      {end === undefined || isWriting ? null : <p className="text-12 text-fg-3">{ENDS[end]}</p>}
      {isWriting ? null : (
        <div className="chat-actions">
          <CopyButton size="xs" value={textsOf(message).join('\n\n')} label="Copy this answer" />
          {onRetry === null ? null : <Unlocked icon={RotateCcw} label="Answer again" onClick={onRetry} />}
        </div>
      )}
    </>
  )
}

/** What is far away does not hear of it. */
const UNHEARD: Pick<Value<LockedReason>, 'get' | 'subscribe'> = { get: () => undefined, subscribe: () => () => {} }

/** What can be done to a message unless the chat is locked. */
function Unlocked(props: Pick<ComponentProps<typeof IconButton>, 'icon' | 'label' | 'onClick'>) {
  const locked = use(Locked)
  return <IconButton {...props} size="xs" disabledReason={useValue(use(Near) ? locked : UNHEARD)} />
}

const isTool = (part: { readonly type: string }): part is ToolPart => part.type.startsWith('tool-') && 'state' in part
