import { ADVICE_KINDS, type AdviceKind } from '@stoa/contract'
import type { QueryParams } from '../../../parts/query-params/query-params.ts'

/** The address of the page: which kind of advice is listed, and whether what is ignored is, too. */
export type AdvisorsSearch = { readonly kind?: AdviceKind; readonly ignored?: 'shown' }

/** Reads the address. What it does not know is left out. */
export function advisorsSearch(search: QueryParams): AdvisorsSearch {
  const kind = ADVICE_KINDS.find((one) => one === search.kind)
  return { ...(kind && { kind }), ...(search.ignored === 'shown' && { ignored: 'shown' }) }
}
