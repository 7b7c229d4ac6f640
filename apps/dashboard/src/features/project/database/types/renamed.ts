type Named = { readonly schema: string; readonly name: string }

/** What has to be known when a type gets another name or schema; columns of it keep it. */
export const renamed = (before: Named | null, after: Named): { warnings?: string[] } =>
  before !== null && (before.name !== after.name || before.schema !== after.schema)
    ? { warnings: ['Queries and functions that use the old name will not find the type any more.'] }
    : {}
