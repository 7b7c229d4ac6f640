/** What a query without a name is called. */
export const UNTITLED = 'Untitled query'

/** The name of a query as it is shown. */
export const labelOf = (name: string): string => name || UNTITLED
