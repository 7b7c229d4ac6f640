/** The query in an address of the SQL editor; null where there is none. */
export const snippetIn = (pathname: string): string | null => /\/sql\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null
