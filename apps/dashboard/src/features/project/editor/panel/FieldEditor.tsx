import type { EditorColumn } from '@stoa/contract'
import { Segmented, Select } from '@stoa/ui'
import { arrayItems } from '../edit/array-text.ts'
import { editorKind, isListed } from '../edit/columns.ts'
import { ArrayField, ITEMS_MAX } from './ArrayField.tsx'
import { BytesField } from './BytesField.tsx'
import { TextField } from './TextField.tsx'

/**
 * The editor of one value, by its type. It gives the value away when it is left, and says what is wrong with it.
 * @param autoFocus begins here
 */
export function FieldEditor({
  id,
  column,
  value,
  readOnly,
  autoFocus,
  placeholder,
  isDefault,
  onChange,
}: {
  id: string
  column: EditorColumn
  value: string | null
  readOnly: boolean
  autoFocus: boolean
  placeholder: string
  /** A new row's column that is left to Postgres. */
  isDefault: boolean
  onChange: (value: string | null) => void
}) {
  const kind = editorKind(column)
  const isNullByDefault = column.is_nullable && column.default_value === null
  if (kind === 'bytea')
    return <BytesField id={id} column={column} value={value} readOnly={readOnly} onChange={onChange} />
  if (kind === 'boolean' && !readOnly)
    return (
      <Segmented
        label={column.name}
        value={
          isDefault && !isNullByDefault
            ? 'default'
            : value === null
              ? 'null'
              : value === 't' || value === 'true'
                ? 'true'
                : 'false'
        }
        onValueChange={(next) => {
          if (next !== 'default') onChange(next === 'null' ? null : next)
        }}
        options={[
          { value: 'true', label: 'true' },
          { value: 'false', label: 'false' },
          ...(isDefault && !isNullByDefault
            ? [{ value: 'default', label: column.default_value === null ? placeholder : `default: ${placeholder}` }]
            : []),
          ...(column.is_nullable ? [{ value: 'null', label: 'NULL' }] : []),
        ]}
      />
    )
  if (kind === 'enum' && !readOnly)
    return (
      <Select
        id={id}
        aria-label={column.name}
        size="sm"
        value={value ?? undefined}
        placeholder={placeholder}
        onValueChange={onChange}
        options={column.enums.map((label) => ({ value: label, label }))}
      />
    )
  const items = isListed(column) && !readOnly && value !== null ? arrayItems(value) : null
  if (items !== null && items.length <= ITEMS_MAX)
    return <ArrayField key={value} column={column} items={items} onChange={onChange} />
  return (
    <TextField
      id={id}
      column={column}
      kind={kind}
      value={value}
      readOnly={readOnly}
      autoFocus={autoFocus}
      placeholder={placeholder}
      onChange={onChange}
    />
  )
}
