import type { ReportBlock } from '@stoa/contract'
import type { ReactNode } from 'react'
import type { SpanState } from '../use-span.ts'
import type { ReportDocument } from './report-document.ts'

/** What a block says, without where it stands. */
export type BlockText = ReportBlock extends infer Block
  ? Block extends ReportBlock
    ? Omit<Block, 'id' | 'x' | 'y' | 'w' | 'h'>
    : never
  : never

export type BlockViewProps = {
  readonly projectRef: string
  readonly block: ReportBlock
  readonly document: ReportDocument
  readonly span: SpanState
  /** Why the report cannot be changed; undefined when it can. */
  readonly reason: string | undefined
  /** Whether blocks stand below one another, where only their order can be changed. */
  readonly isStacked: boolean
  readonly onEdit: (block: ReportBlock) => void
}

/** What every kind of block is given. */
export type KindProps = Omit<BlockViewProps, 'block'> & {
  readonly name: string
  readonly menu: ReactNode
  readonly grip: ReactNode | undefined
}
