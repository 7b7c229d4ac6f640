import { Button, formatNumber, Note } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Files } from 'lucide-react'
import { useRef } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { type ComparedFile, compareFiles, type Outcome } from './compare.ts'

/** Compares files of somebody's folder with the migrations that were applied: a button, and what came out of it. */
export function useCompareFiles(ref: string, applied: readonly string[] | undefined) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const compare = useMutation({
    mutationFn: (files: readonly File[]) =>
      compareFiles(files, applied ?? [], async (version) => {
        const asked = orpc.project.database.migrations.get.queryOptions({ input: { ref, version } })
        return (await client.fetchQuery(asked)).statements
      }),
  })
  const tools = (
    <>
      <Button
        size="sm"
        icon={Files}
        className="ml-auto"
        busy={compare.isPending}
        disabledReason={applied === undefined && 'The migrations are still on their way'}
        onClick={() => input.current?.click()}
      >
        Compare files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept=".sql,text/plain,application/sql"
        aria-label="Files to compare"
        className="ui-vh"
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          if (files.length > 0) compare.mutate(files)
          event.target.value = ''
        }}
      />
    </>
  )
  const note = compare.isError ? (
    <Note tone="bad" role="alert" className="mb-3">
      The files could not be compared: {errorMessage(compare.error)}
    </Note>
  ) : compare.data === undefined ? null : (
    <Compared files={compare.data} />
  )
  return { tools, note }
}

const SHOWN = 10

function Compared({ files }: { files: readonly ComparedFile[] }) {
  const of = (outcome: Outcome) => files.filter((file) => file.outcome === outcome)
  const [same, changed, unknown, added] = [of('same'), of('changed'), of('not kept'), of('new')]
  return (
    <Note tone={changed.length > 0 ? 'warn' : 'info'} role="status" className="mb-3">
      {formatNumber(same.length)} of {files.length === 1 ? 'one file is' : `${formatNumber(files.length)} files are`} as
      applied.
      <Named words="Changed since:" files={changed} />
      <Named words="Statements were not kept, so that nobody can tell:" files={unknown} />
      <Named words="Not applied:" files={added} />
    </Note>
  )
}

function Named({ words, files }: { words: string; files: readonly ComparedFile[] }) {
  if (files.length === 0) return null
  const more = files.length - SHOWN
  return (
    <p className="mt-1">
      {words}{' '}
      <span className="ui-mono text-12 wrap-anywhere">
        {files
          .slice(0, SHOWN)
          .map(({ file }) => file)
          .join(', ')}
      </span>
      {more > 0 ? ` and ${formatNumber(more)} more` : ''}
    </p>
  )
}
