import { Button, Dialog, Field, Note, Textarea, toast } from '@stoa/ui'
import { Suspense, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../api/errors.ts'
import { lazyContent } from '../frame/lazy-part.tsx'
import { askForSql } from './ask.ts'

const SqlDiff = lazyContent(async () => (await import('../sql-code/SqlDiff.tsx')).SqlDiff)

/**
 * Asks a model to change a stretch of SQL, or to write some, in words; shows what it would become, and takes it over
 * only when somebody says so.
 * @param text the whole text, of which the stretch is asked about
 * @param onAccept called with the whole text as it is to be
 */
export function EditDialog({
  projectRef: ref,
  schema,
  text,
  from,
  to,
  onAccept,
  onClose,
}: {
  projectRef: string
  schema: string
  text: string
  from: number
  to: number
  onAccept: (text: string) => void
  onClose: () => void
}) {
  const before = text.slice(from, to)
  const isNew = before.trim() === ''
  const [prompt, setPrompt] = useState('')
  const [answer, setAnswer] = useState<{ readonly count: number; readonly text: string } | null>(null)
  // The comparison keeps its own text while one changes it.
  const edited = useRef('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])

  const ask = async () => {
    // A blank prompt asks for nothing.
    if (busy || prompt.trim() === '') return
    const abort = new AbortController()
    asking.current = abort
    setBusy(true)
    setFailure(null)
    try {
      const found = await askForSql(ref, { text, from, to, prompt }, schema, abort.signal)
      edited.current = found
      setAnswer((last) => ({ count: (last?.count ?? 0) + 1, text: found }))
    } catch (error) {
      if (abort.signal.aborted) return
      const words = errorMessage(error)
      setFailure(words)
      toast.error(`Failed to generate: ${words}`)
    } finally {
      setBusy(false)
    }
  }
  const accept = () => {
    if (answer === null) return
    onAccept(text.slice(0, from) + edited.current + text.slice(to))
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={isNew ? 'Write SQL with the assistant' : 'Change SQL with the assistant'}
      width={answer === null ? 520 : 860}
      fillNarrow
      onSubmit={() => void ask()}
      footer={
        <>
          <Button onClick={onClose}>{answer === null ? 'Cancel' : 'Reject'}</Button>
          <Button
            type="submit"
            {...(answer === null && { variant: 'primary' })}
            busy={busy}
            busyLabel="Thinking…"
            disabledReason={prompt.trim() === '' && 'Say what you want first'}
          >
            {answer === null ? 'Ask' : 'Ask again'}
          </Button>
          {answer === null ? null : (
            <Button variant="primary" onClick={accept} disabledReason={busy && 'Another answer is on its way'}>
              Accept
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <Field label={isNew ? 'What shall it do?' : 'What shall be different?'}>
          <Textarea
            rows={3}
            value={prompt}
            placeholder={isNew ? 'The ten customers with the most orders' : 'Only orders of this year'}
            onChange={(event) => setPrompt(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return
              event.preventDefault()
              void ask()
            }}
          />
        </Field>
        {failure === null ? null : (
          <Note tone="bad" role="alert">
            {failure}
          </Note>
        )}
        {answer === null ? null : (
          <div className="h-80 overflow-hidden rounded-3 border border-line">
            <Suspense fallback={null}>
              <SqlDiff
                key={answer.count}
                before={before}
                after={answer.text}
                labels={{ before: 'Now', after: 'Suggested' }}
                onChange={(changed) => {
                  edited.current = changed
                }}
              />
            </Suspense>
          </div>
        )}
      </div>
    </Dialog>
  )
}
