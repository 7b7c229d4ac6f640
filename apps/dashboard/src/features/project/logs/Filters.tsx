import { REQUESTS_DAYS } from '@stoa/contract'
import { SearchField, Select } from '@stoa/ui'
import type { QueryParams } from '../../../parts/query-params/query-params.ts'
import { useDebouncedText } from '../../../parts/query-params/use-debounced-text.ts'
import { type LogFilters, METHODS, RANGES, type Range, STATUSES, type StatusClass } from './filters.ts'

const ANY = 'any'
const keptOf = (value: string): string | undefined => (value === ANY ? undefined : value)

/** Which requests are listed; every choice is kept in the address. */
export function Filters({ filters, onChange }: { filters: LogFilters; onChange: (changes: QueryParams) => void }) {
  const [text, setText] = useDebouncedText(filters.q ?? '', (q) => onChange({ q }))
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        label="Find a path"
        className="w-[280px] max-wide:w-full"
        maxLength={200}
        value={text}
        onValueChange={setText}
      />
      <Select
        size="sm"
        aria-label="Method"
        className="w-[150px] max-wide:w-full"
        value={filters.method ?? ANY}
        onValueChange={(value) => onChange({ method: keptOf(value) })}
        options={[
          { value: ANY, label: 'Any method' },
          ...METHODS.map((method) => ({ value: method as string, label: method })),
        ]}
      />
      <Select
        size="sm"
        aria-label="Status"
        className="w-[150px] max-wide:w-full"
        value={filters.status ?? ANY}
        onValueChange={(value) => onChange({ status: keptOf(value) })}
        options={[
          { value: ANY, label: 'Any status' },
          ...(Object.keys(STATUSES) as StatusClass[]).map((value) => ({
            value: value as string,
            label: STATUSES[value].label,
          })),
        ]}
      />
      <Select
        size="sm"
        aria-label="Time"
        className="w-[150px] max-wide:w-full"
        value={filters.range ?? ANY}
        onValueChange={(value) => onChange({ range: keptOf(value) })}
        options={[
          ...(Object.keys(RANGES) as Range[]).map((value) => ({ value: value as string, label: RANGES[value].label })),
          { value: ANY, label: `Last ${REQUESTS_DAYS} days` },
        ]}
      />
    </search>
  )
}
