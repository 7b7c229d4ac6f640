import { type ReactNode, useState } from 'react'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { CommentField, NameAndSchema } from '../objects/CommonFields.tsx'
import { ObjectSheet } from '../objects/ObjectSheet.tsx'
import { type Draft, useDraft } from '../objects/use-draft.ts'

type Named = { readonly schema: string; readonly name: string; readonly comment: string | null }

/** A kind of type: what it is called, and what makes and changes one. */
export type TypeKind<Shape> = {
  /** Names drafts of this kind. */
  readonly id: string
  /** As in "Create domain". */
  readonly word: 'type' | 'domain'
  readonly newTitle: string
  readonly description: string
  /** What is wrong with one; null when it can be looked at. */
  readonly problem: (shape: Shape) => string | null
  readonly create: (shape: Shape) => string[]
  /** Gives nothing where nothing differs. */
  readonly alter: (before: Shape, after: Shape) => string[]
  /** What goes with a change. */
  readonly losses?: (before: Shape, after: Shape) => string[]
}

/** What has to be known when a type gets another name or schema; columns of it keep it. */
const renamed = (before: Named | null, after: Named): { warnings?: string[] } =>
  before !== null && (before.name !== after.name || before.schema !== after.schema)
    ? { warnings: ['Queries and functions that use the old name will not find the type any more.'] }
    : {}

/**
 * The form of a type of any kind: what it is called, what it is made of, what it is for.
 * @param type the type as it is; null for a new one
 * @param first what the form begins with
 * @param children the fields of its kind; `reason` says why nothing can be changed
 */
export function TypeSheet<Shape extends Named>({
  projectRef,
  kind,
  type,
  first,
  changes,
  onClose,
  children,
}: {
  projectRef: string
  kind: TypeKind<Shape>
  type: (Named & { readonly id: number | string }) | null
  first: Shape
  changes: SchemaChanges
  onClose: () => void
  children: (form: Pick<Draft<Shape>, 'shape' | 'patch'> & { readonly reason: string | undefined }) => ReactNode
}) {
  const draft = useDraft(`${projectRef} ${kind.id} ${type?.id ?? 'new'}`, first)
  const [problem, setProblem] = useState<string | null>(null)
  const { shape, patch } = draft
  const reason = changes.disabledReason
  const rename = (change: Partial<Named>) => patch(change as Partial<Shape>)
  const review = () => {
    const found = kind.problem(shape)
    setProblem(found)
    if (found !== null) return
    const statements = type === null ? kind.create(shape) : kind.alter(first, shape)
    if (statements.length === 0) return
    const losses = type === null ? [] : (kind.losses?.(first, shape) ?? [])
    changes.review(
      {
        title: type === null ? `Create the ${kind.word} ${shape.name}` : `Change the ${kind.word} ${type.name}`,
        statements,
        label: type === null ? `Create ${kind.word}` : `Change ${kind.word}`,
        done: type === null ? `Created ${shape.name}` : `Changed ${shape.name}`,
        ...renamed(type, shape),
        ...(losses.length > 0 && { losses }),
      },
      () => {
        draft.discard()
        onClose()
      },
    )
  }
  return (
    <ObjectSheet
      title={type === null ? kind.newTitle : `Edit ${kind.word} ${type.name}`}
      description={kind.description}
      draft={draft}
      isNew={type === null}
      disabledReason={reason}
      error={problem ?? undefined}
      onReview={review}
      onClose={onClose}
    >
      <NameAndSchema projectRef={projectRef} shape={shape} disabledReason={reason} onChange={rename} />
      {children({ shape, patch, reason })}
      <CommentField comment={shape.comment} disabledReason={reason} onChange={rename} />
    </ObjectSheet>
  )
}
