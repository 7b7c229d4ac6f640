import type { EditorColumn } from '@stoa/contract'
import { Button, formatBytes, toast } from '@stoa/ui'
import { useRef } from 'react'

/** The largest file that a byte string is made from: what one request takes, written as digits. */
const FILE_MAX = 7 * 1024 * 1024

/** The bytes that Postgres writes as `\x` and digits. */
function bytesOf(value: string): Uint8Array<ArrayBuffer> {
  const digits = value.startsWith('\\x') ? value.slice(2) : ''
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
}

const textOf = (bytes: Uint8Array): string => {
  const parts: string[] = []
  for (const byte of bytes) parts.push(byte.toString(16).padStart(2, '0'))
  return `\\x${parts.join('')}`
}

/** A byte string: how large it is, and the file that goes in or comes out. */
export function BytesField({
  id,
  column,
  value,
  readOnly,
  onChange,
}: {
  id: string
  column: EditorColumn
  value: string | null
  readOnly: boolean
  onChange: (value: string | null) => void
}) {
  const file = useRef<HTMLInputElement>(null)
  const download = () => {
    const url = URL.createObjectURL(new Blob([bytesOf(value ?? '')]))
    const link = document.createElement('a')
    link.href = url
    link.download = column.name
    link.click()
    URL.revokeObjectURL(url)
  }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > FILE_MAX) {
      toast.error(`${chosen.name} is larger than ${formatBytes(FILE_MAX)}`)
      return
    }
    onChange(textOf(new Uint8Array(await chosen.arrayBuffer())))
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-fg-2">{value === null ? 'NULL' : formatBytes(Math.max(0, (value.length - 2) / 2))}</span>
      {value === null ? null : (
        <Button size="sm" onClick={download}>
          Download
        </Button>
      )}
      {readOnly ? null : (
        <>
          <input
            ref={file}
            id={id}
            type="file"
            aria-label={`File for ${column.name}`}
            className="ui-vh"
            tabIndex={-1}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          <Button size="sm" onClick={() => file.current?.click()}>
            Choose a file
          </Button>
        </>
      )}
    </div>
  )
}
