import { Checkbox, Field, Select } from '@stoa/ui'
import { NULL_WORDS } from './infer.ts'
import type { Plan } from './plan.ts'
import { DELIMITERS, type Sample } from './sample.ts'
import { ENCODINGS, type Encoding } from './source.ts'

/** What stands for no word at all. */
const NO_WORD = '\u0000'

/** How the file is read. */
export function ReadOptions({
  sample,
  encoding,
  plan,
  onEncoding,
  onDelimiter,
  onQuoted,
  onPlan,
}: {
  sample: Sample
  encoding: Encoding
  plan: Plan
  onEncoding: (encoding: Encoding) => void
  onDelimiter: (delimiter: string) => void
  onQuoted: (quoted: boolean) => void
  onPlan: (change: Partial<Plan>) => void
}) {
  const isCsv = sample.kind === 'csv'
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 max-wide:grid-cols-1">
        <EncodingField encoding={encoding} onEncoding={onEncoding} />
        {isCsv ? (
          <Field label="Separator">
            <Select
              value={sample.delimiter}
              onValueChange={onDelimiter}
              options={DELIMITERS.map(({ value, label }) => ({ value, label }))}
            />
          </Field>
        ) : null}
        {isCsv ? (
          <Field label="Empty values become">
            <Select
              value={plan.empty}
              onValueChange={(empty) => onPlan({ empty })}
              options={[
                { value: 'null', label: 'NULL' },
                { value: 'text', label: 'Empty text' },
              ]}
            />
          </Field>
        ) : null}
        {isCsv ? (
          <Field label="NULL is also written as">
            <Select
              value={plan.nullWord === '' ? NO_WORD : plan.nullWord}
              onValueChange={(word) => onPlan({ nullWord: word === NO_WORD ? '' : word })}
              options={[
                { value: NO_WORD, label: 'No word' },
                ...NULL_WORDS.map((word) => ({ value: word, label: word })),
              ]}
            />
          </Field>
        ) : null}
        {isCsv ? (
          <Field label="Quotes">
            <Select
              value={sample.quoted ? 'quotes' : 'text'}
              onValueChange={(what) => onQuoted(what === 'quotes')}
              options={[
                { value: 'quotes', label: 'Stand around values' },
                { value: 'text', label: 'Belong to the text' },
              ]}
            />
          </Field>
        ) : null}
        <Field label="03/04/2026 is">
          <Select
            value={plan.dates}
            onValueChange={(dates) => onPlan({ dates })}
            options={[
              { value: 'MDY', label: 'March 4' },
              { value: 'DMY', label: '3 April' },
            ]}
          />
        </Field>
        <Field label="A row that Postgres refuses">
          <Select
            value={plan.onRefusal}
            onValueChange={(onRefusal) => onPlan({ onRefusal })}
            options={[
              { value: 'stop', label: 'Ends the import' },
              { value: 'skip', label: 'Is left out' },
            ]}
          />
        </Field>
      </div>
      {isCsv ? (
        <Checkbox
          label="The first row has the names of the columns"
          checked={plan.header}
          onCheckedChange={(header) => onPlan({ header })}
        />
      ) : null}
    </div>
  )
}

/** What the file is written in, which is a guess until it is read to its end. */
export function EncodingField({
  encoding,
  onEncoding,
}: {
  encoding: Encoding
  onEncoding: (encoding: Encoding) => void
}) {
  return (
    <Field label="Encoding">
      <Select
        value={encoding}
        onValueChange={onEncoding}
        options={ENCODINGS.map(({ value, label }) => ({ value, label }))}
      />
    </Field>
  )
}
