import { Button, Field, Input, Note, Textarea } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { ObjectSheet } from '../objects/ObjectSheet.tsx'
import { useDraft } from '../objects/use-draft.ts'
import { compareText, saidOf } from './compare.ts'
import {
  ALL_APPLIED,
  FILE_MAX,
  FILE_TOO_LARGE,
  followWords,
  inTurn,
  namedBy,
  newerThan,
  type Problems,
  problemsOf,
  readMigration,
  type WrittenFile,
} from './migration-file.ts'

/** Files of SQL, dropped or pasted, each of which becomes a migration when all of it worked: one after the other. */
export function ApplySheet({
  projectRef: ref,
  applied,
  changes,
  onClose,
}: {
  projectRef: string
  /** Versions that are there already. */
  applied: readonly string[]
  changes: SchemaChanges
  onClose: () => void
}) {
  const [first] = useState(() => ({ text: '', ...namedBy('') }))
  const draft = useDraft<WrittenFile>(`${ref} migration`, first)
  const [problems, setProblems] = useState<Problems>({})
  const [turn, setTurn] = useState<{ waiting: readonly File[]; leftOut: number }>({ waiting: [], leftOut: 0 })
  const input = useRef<HTMLInputElement>(null)
  const { shape, patch } = draft
  const { version } = shape
  const before = useQuery({
    ...orpc.project.database.migrations.get.queryOptions({ input: { ref, version } }),
    enabled: applied.includes(version),
  })

  const take = async (file: File) => {
    if (file.size > FILE_MAX) return setProblems({ text: FILE_TOO_LARGE })
    setProblems({})
    patch({ text: await file.text(), ...namedBy(file.name) })
  }
  const takeAll = (files: readonly File[]) => {
    if (files.length === 0) return
    const [next, ...waiting] = inTurn(files, applied)
    setTurn({ waiting, leftOut: files.length - waiting.length - (next === undefined ? 0 : 1) })
    if (next === undefined) setProblems({ text: ALL_APPLIED })
    else void take(next)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    takeAll([...event.dataTransfer.files])
  }
  const review = () => {
    const found = problemsOf(shape, applied)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const { statements, lines, isAlone } = readMigration(shape.text)
    const newer = newerThan(shape.version, applied)
    changes.review(
      {
        title: `Apply ${shape.name}`,
        statements,
        lines,
        isAlone,
        migration: { version: shape.version, name: shape.name },
        label: statements.length === 1 ? 'Apply 1 statement' : `Apply ${statements.length} statements`,
        done: `Applied ${shape.name}`,
        ...(newer !== null && { warnings: [newer] }),
      },
      () => {
        draft.discard()
        const [next, ...waiting] = turn.waiting
        if (next === undefined) return onClose()
        setTurn({ waiting, leftOut: 0 })
        void take(next)
      },
    )
  }
  const follow = followWords(
    turn.waiting.map(({ name }) => name),
    turn.leftOut,
  )
  return (
    <ObjectSheet
      title="Apply a file of SQL"
      description="All of its statements take effect, and it is kept as a migration, or nothing happens."
      draft={draft}
      isNew
      disabledReason={changes.disabledReason}
      width={680}
      onReview={review}
      onClose={onClose}
    >
      <section
        aria-label="Drop files here"
        className="flex flex-wrap items-center gap-3 rounded-3 border border-dashed border-line-strong p-4"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <Button size="sm" icon={FileUp} onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <span className="text-fg-2">or drop them here, or paste a text below</span>
        <input
          ref={input}
          type="file"
          multiple
          accept=".sql,text/plain,application/sql"
          aria-label="File of SQL"
          className="ui-vh"
          tabIndex={-1}
          onChange={(event) => {
            takeAll([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </section>
      {follow === '' ? null : (
        <Note tone="info" role="status">
          {follow}
        </Note>
      )}
      <Field label="SQL" error={problems.text}>
        <Textarea
          mono
          rows={14}
          spellCheck={false}
          value={shape.text}
          onDrop={drop}
          onChange={(event) => patch({ text: event.target.value })}
        />
      </Field>
      {applied.includes(version) && before.data !== undefined && shape.text.trim() !== '' ? (
        <Note tone="info" role="status">
          {saidOf(compareText(shape.text, before.data.statements))}
        </Note>
      ) : null}
      <div className="grid grid-cols-2 gap-3 max-wide:grid-cols-1">
        <Field label="Version" error={problems.version}>
          <Input
            mono
            inputMode="numeric"
            value={shape.version}
            onChange={(event) => patch({ version: event.target.value.trim() })}
          />
        </Field>
        <Field label="Name" error={problems.name}>
          <Input mono spellCheck={false} value={shape.name} onChange={(event) => patch({ name: event.target.value })} />
        </Field>
      </div>
    </ObjectSheet>
  )
}
