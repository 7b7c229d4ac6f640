import { Button, Field, Segmented, Textarea } from '@stoa/ui'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Source } from './source.ts'

/** Where the rows come from: a file that is chosen or dropped, or a text. */
export function SourceStep({ onSource }: { onSource: (source: Source) => void }) {
  const [way, setWay] = useState<'file' | 'text'>('file')
  const [text, setText] = useState('')
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (file: File | undefined) => file && onSource({ name: file.name, blob: file })
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label="Where the rows come from"
        value={way}
        onValueChange={setWay}
        options={[
          { value: 'file', label: 'File' },
          { value: 'text', label: 'Paste' },
        ]}
      />
      {way === 'file' ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way besides the button, which every key reaches.
        <div
          className={`grid justify-items-center gap-3 rounded-3 border border-dashed p-8 text-center ${isOver ? 'border-focus bg-hover' : 'border-line-strong'}`}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files[0])
          }}
        >
          <p className="text-fg-2">Drop a CSV, TSV or JSON file here</p>
          <input
            ref={input}
            type="file"
            aria-label="File to import"
            accept=".csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson,text/csv,text/tab-separated-values,application/json"
            className="ui-vh"
            tabIndex={-1}
            onChange={(event) => take(event.target.files?.[0])}
          />
          <Button icon={Upload} data-autofocus onClick={() => input.current?.click()}>
            Choose a file
          </Button>
        </div>
      ) : (
        <>
          <Field label="Rows" hint="From a spreadsheet, or as CSV, TSV or JSON.">
            <Textarea mono rows={10} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          <span>
            <Button
              disabledReason={text.trim() === '' && 'There is nothing to import yet'}
              onClick={() => onSource({ name: 'pasted', blob: new Blob([text]) })}
            >
              Continue
            </Button>
          </span>
        </>
      )}
    </div>
  )
}
