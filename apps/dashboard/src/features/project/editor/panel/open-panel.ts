/** What stands beside the rows. */
export type OpenPanel =
  | { readonly kind: 'row'; readonly row: number; readonly focus: string | null }
  | { readonly kind: 'peek'; readonly column: number; readonly value: string }
