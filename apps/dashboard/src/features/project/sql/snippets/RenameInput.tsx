import { useEffect, useRef } from 'react'

/** What stands behind the name while it is changed, and is not part of it. */
export const EXTENSION = '.sql'

const withoutExtension = (value: string, extension: string): string =>
  (extension !== '' && value.toLowerCase().endsWith(extension) ? value.slice(0, -extension.length) : value).trim()

/**
 * The field in which a query or a folder gets its name, in its row. Enter submits; Escape goes back to the old name
 * and submits that; a press anywhere else submits. The extension is not selected.
 * @param onSubmit gets the name without extension, and whether the field is being left; answers false to stay open
 */
export function RenameInput({
  label,
  name,
  extension,
  onSubmit,
}: {
  label: string
  name: string
  extension: string
  onSubmit: (name: string, leaving: boolean) => boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  useEffect(() => {
    over.current = false
    input.current?.focus()
    // Backward, so that a long name is seen from its beginning.
    input.current?.setSelectionRange(0, name.length, 'backward')
  }, [name])

  const submit = (value: string, leaving: boolean) => {
    if (over.current) return
    over.current = true
    if (!onSubmit(withoutExtension(value, extension), leaving)) over.current = false
  }
  return (
    <input
      ref={input}
      className="sql-rename"
      data-own-escape=""
      aria-label={label}
      defaultValue={`${name}${extension}`}
      autoComplete="off"
      spellCheck={false}
      maxLength={220}
      onKeyDown={(event) => {
        // The tree's own keys belong to its rows.
        event.stopPropagation()
        if (event.key === 'Enter') submit(event.currentTarget.value, false)
        else if (event.key === 'Escape') {
          event.currentTarget.value = `${name}${extension}`
          submit(name, true)
        }
      }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={(event) => submit(event.currentTarget.value, true)}
    />
  )
}
