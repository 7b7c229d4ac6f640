import type { QueryParameter } from '@stoa/sql'
import { Field, Input, Select } from '@stoa/ui'

/** A field for each parameter of a text: a choice for an enum, free text for any other. */
export function ParamsForm({
  parameters,
  values,
  onChange,
}: {
  parameters: readonly QueryParameter[]
  values: Readonly<Record<string, string>>
  onChange: (name: string, value: string) => void
}) {
  return (
    <fieldset
      aria-label="Parameters"
      className="flex max-h-40 flex-none flex-wrap gap-x-4 gap-y-2 overflow-auto border-line border-b px-3 pt-2 pb-3"
    >
      {parameters.map(({ name, defaultValue, type, possibleValues, cast }) => {
        const given = Object.hasOwn(values, name) ? values[name] : undefined
        return (
          <div key={name} className="w-44 max-wide:w-[calc(50%-8px)]">
            <Field label={cast === null ? name : `${name} (${cast})`}>
              {type === 'enum' ? (
                <Select
                  size="sm"
                  value={given !== undefined && possibleValues.includes(given) ? given : (defaultValue ?? '')}
                  onValueChange={(value) => onChange(name, value)}
                  options={possibleValues.map((value) => ({ value, label: value }))}
                  placeholder="Choose a value"
                />
              ) : (
                <Input
                  size="sm"
                  mono
                  value={given ?? defaultValue ?? ''}
                  onChange={(event) => onChange(name, event.target.value)}
                />
              )}
            </Field>
          </div>
        )
      })}
    </fieldset>
  )
}
