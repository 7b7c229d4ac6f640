import { quoteIdent } from '../quote.ts'

/**
 * Enables an extension.
 * @param schema where its objects go; null where it decides that itself
 * @param makesSchema the schema is made if it is not there
 * @param withRequired enables what it needs along with it
 */
export const enableExtension = (
  name: string,
  schema: string | null,
  { makesSchema = false, withRequired = false }: { makesSchema?: boolean; withRequired?: boolean } = {},
): string[] => [
  ...(schema !== null && makesSchema ? [`create schema if not exists ${quoteIdent(schema)}`] : []),
  `create extension ${quoteIdent(name)}${schema === null ? '' : ` with schema ${quoteIdent(schema)}`}${withRequired ? ' cascade' : ''}`,
]

/** Brings an extension to the version that the server has. */
export const updateExtension = (name: string): string => `alter extension ${quoteIdent(name)} update`

/** Disables an extension. */
export const disableExtension = (name: string, cascade = false): string =>
  `drop extension ${quoteIdent(name)}${cascade ? ' cascade' : ''}`
