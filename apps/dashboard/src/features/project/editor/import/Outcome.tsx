import type { RefusedRow } from '@stoa/contract'
import { CopyButton, formatBytes, Meter, Note } from '@stoa/ui'
import type { Progress } from './upload.ts'

/** Refused rows that are listed; copying takes all. */
const LISTED = 100

/** How far an import has come. */
export function Running({ progress }: { progress: Progress }) {
  return (
    <div className="grid gap-2 py-6" role="status">
      <Meter label="Imported" tone="work" width="100%" value={progress.read} max={Math.max(1, progress.size)} />
      <p className="num text-fg-2">
        {progress.rows.toLocaleString('en')} rows, {formatBytes(progress.read)} of {formatBytes(progress.size)}
      </p>
    </div>
  )
}

/** Why nothing was imported. */
export function Failed({ message, row }: { message: string; row: Partial<RefusedRow> | null }) {
  return (
    <Note tone="bad" role="alert">
      <span className="flex min-w-0 flex-col gap-1 wrap-anywhere">
        <b className="font-semi">{message}</b>
        {row?.text ? <span className="ui-mono text-12">{row.text}</span> : null}
        <span>Nothing was imported.</span>
      </span>
    </Note>
  )
}

const tsv = (refused: readonly RefusedRow[]): string =>
  [
    'line\tcolumn\tmessage\trow',
    ...refused.map((row) => [row.line, row.column, row.message, row.text].join('\t')),
  ].join('\n')

/** What was imported, and what was not. */
export function Done({ progress }: { progress: Progress }) {
  const { refused } = progress
  return (
    <div className="grid gap-3">
      <p>
        {progress.rows.toLocaleString('en')} {progress.rows === 1 ? 'row was' : 'rows were'} imported,{' '}
        {refused.length.toLocaleString('en')} {refused.length === 1 ? 'was' : 'were'} left out.
      </p>
      <div className="relative max-h-80 overflow-auto rounded-3 border border-line">
        <span className="absolute top-1 right-2 z-2">
          <CopyButton value={tsv(refused)} label="Copy the list" size="xs" />
        </span>
        <table className="w-full text-12">
          <thead className="sticky top-0 z-1 bg-shell text-left text-fg-3">
            <tr>
              <th className="px-3 py-2 font-regular">Line</th>
              <th className="px-3 py-2 font-regular">Why</th>
              <th className="px-3 py-2 font-regular">Row</th>
            </tr>
          </thead>
          <tbody>
            {refused.slice(0, LISTED).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may be told twice, and the list does not change.
              <tr key={at} className="border-t border-line align-top">
                <td className="num px-3 py-1.5">{row.line ?? '–'}</td>
                <td className="px-3 py-1.5 wrap-anywhere">{row.message}</td>
                <td className="ui-mono px-3 py-1.5 text-11 wrap-anywhere">{row.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {refused.length > LISTED ? <p className="text-fg-3">and {refused.length - LISTED} more</p> : null}
    </div>
  )
}
