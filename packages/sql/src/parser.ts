/// <reference path="./libpg-query.d.ts" />
import type { PgQueryModule } from 'libpg-query/wasm/libpg-query.js'

/** A text that Postgres's own parser does not take. */
export class SqlSyntaxError extends Error {
  /** Where, in characters from 1, as Postgres counts; null when it does not say. */
  readonly position: number | null

  constructor(message: string, position: number | null) {
    super(message)
    this.name = 'SqlSyntaxError'
    this.position = position
  }
}

/** Postgres's own parser, of version 18, which takes what older versions take. */
export type SqlParser = {
  /**
   * Parses a text and gives its tree as JSON, in the form of libpg_query: `{"version", "stmts": [{"stmt": …}]}`.
   * @throws SqlSyntaxError
   */
  tree(sql: string): string
}

const TOO_DEEP = 'The text is nested too deeply to be understood'
const STARTING_AGAIN = 'The parser is just starting again'

let started: Promise<SqlParser> | null = null

/**
 * Loads the parser, once: some 340 KB compressed, so the dashboard does it when it is first needed.
 * @param wasmUrl where a browser gets the machine code from; on the server it lies beside its package
 */
export function loadParser(wasmUrl?: string): Promise<SqlParser> {
  started ??= start(wasmUrl).catch((error: unknown) => {
    started = null
    throw error
  })
  return started
}

async function start(wasmUrl: string | undefined): Promise<SqlParser> {
  const { default: startModule } = await import('libpg-query/wasm/libpg-query.js')
  const make = () => startModule(wasmUrl === undefined ? {} : { locateFile: () => wasmUrl })
  let module: PgQueryModule | null = await make()
  return {
    tree(sql) {
      // It reads up to the first NUL, and would call what comes before it the whole text.
      if (sql.includes('\0')) throw new SqlSyntaxError('A Postgres text cannot contain a NUL character', null)
      if (module === null) throw new SqlSyntaxError(STARTING_AGAIN, null)
      try {
        return parse(module, sql)
      } catch (error) {
        if (error instanceof SqlSyntaxError) throw error
        // A machine that ran out of its stack is in no known state: the next text gets a new one.
        module = null
        void make().then((next) => {
          module = next
        })
        throw new SqlSyntaxError(TOO_DEEP, null)
      }
    },
  }
}

function parse(module: PgQueryModule, sql: string): string {
  const bytes = module.lengthBytesUTF8(sql) + 1
  const text = module._malloc(bytes)
  module.stringToUTF8(sql, text, bytes)
  const result = module._wasm_parse_query_raw(text)
  try {
    // The result is a struct: the tree, what was written to standard error, and the error.
    const error = module.getValue(result + 8, 'i32')
    if (error === 0) return module.UTF8ToString(module.getValue(result, 'i32'))
    const position = module.getValue(error + 16, 'i32')
    throw new SqlSyntaxError(module.UTF8ToString(module.getValue(error, 'i32')), position > 0 ? position : null)
  } finally {
    module._wasm_free_parse_result(result)
    module._free(text)
  }
}
