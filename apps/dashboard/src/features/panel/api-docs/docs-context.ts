import type { RestDocument } from '@stoa/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { StoredProcedure, Table } from './definition.ts'
import type { Language, Target } from './snippets/snippet.ts'

export const SECTIONS = {
  introduction: 'Connect',
  users: 'User Management',
  tables: 'Tables & Views',
  functions: 'Stored Procedures',
  storage: 'Storage',
  'edge-functions': 'Edge Functions',
  realtime: 'Realtime',
} as const
export type Section = keyof typeof SECTIONS

/** Where one is in the documentation. */
export type Place = { readonly section: Section; readonly item: string | null }

type Docs = {
  readonly projectRef: string
  readonly language: Language
  readonly target: Target
  readonly document: UseQueryResult<RestDocument>
  readonly tables: readonly Table[]
  readonly functions: readonly StoredProcedure[]
  readonly go: (place: Place) => void
}

const Context = createContext<Docs | null>(null)
export const DocsProvider = Context.Provider

/** What every page of the documentation is written from. */
export function useDocs(): Docs {
  const docs = use(Context)
  if (docs === null) throw new Error('Pages of the API documentation stand inside it.')
  return docs
}
