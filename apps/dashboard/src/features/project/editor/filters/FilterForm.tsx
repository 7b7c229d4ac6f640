import { type EditorColumn, type FilterOperator, IS_VALUES, OPERATOR_WORDS, type TableFilter } from '@stoa/contract'
import { Button, Field, Input, Select } from '@stoa/ui'
import { useState } from 'react'

const HINTS: Partial<Record<FilterOperator, string>> = {
  like: '% stands for any text, _ for one character',
  ilike: '% stands for any text, _ for one character; upper and lower case are the same',
  in: 'Values between commas; quotes around one that holds a comma',
}

/** One filter: column, operator, value. */
export function FilterForm({
  columns,
  operators,
  filter,
  onPress,
  onApply,
}: {
  columns: readonly EditorColumn[]
  operators: readonly FilterOperator[]
  /** The filter to change; a new one without it. */
  filter: TableFilter | undefined
  /** The button is being pressed, which is before the filter is applied: to fetch what will be needed. */
  onPress: (filter: TableFilter) => void
  onApply: (filter: TableFilter) => void
}) {
  const [column, setColumn] = useState(filter?.column ?? columns[0]?.name ?? '')
  const [operator, setOperator] = useState<FilterOperator>(filter?.operator ?? 'eq')
  const [value, setValue] = useState(filter?.value ?? '')
  const enums = columns.find(({ name }) => name === column)?.enums ?? []
  const choices = operator === 'is' ? IS_VALUES : operator === 'eq' || operator === 'neq' ? enums : []
  const chosen = choices.find((choice) => choice === value)
  const made = (): TableFilter => ({
    column,
    operator,
    value: choices.length > 0 ? (chosen ?? choices[0] ?? '') : value,
  })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(made())
      }}
    >
      <Field label="Column">
        <Select
          size="sm"
          value={column}
          onValueChange={setColumn}
          options={columns.map(({ name, data_type }) => ({ value: name, label: name, hint: data_type }))}
        />
      </Field>
      <Field label="Operator">
        <Select
          size="sm"
          value={operator}
          onValueChange={setOperator}
          options={operators.map((name) => ({
            value: name,
            label: OPERATOR_WORDS[name].label,
            hint: OPERATOR_WORDS[name].symbol,
          }))}
        />
      </Field>
      <Field label="Value" hint={HINTS[operator]}>
        {choices.length > 0 ? (
          <Select
            size="sm"
            value={chosen ?? choices[0]}
            onValueChange={setValue}
            options={choices.map((choice) => ({ value: choice, label: choice }))}
          />
        ) : (
          <Input size="sm" value={value} spellCheck={false} onChange={(event) => setValue(event.target.value)} />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="sm"
        className="self-end"
        onPointerDown={(event) => event.button === 0 && onPress(made())}
      >
        Apply
      </Button>
    </form>
  )
}
