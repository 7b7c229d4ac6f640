// The package's own entry loads its machine code from beside itself, which a bundled page cannot do; so the machine
// code is started here, and its few exports that are used are described here.
declare module 'libpg-query/wasm/libpg-query.js' {
  export type PgQueryModule = {
    lengthBytesUTF8(text: string): number
    stringToUTF8(text: string, pointer: number, bytes: number): void
    UTF8ToString(pointer: number): string
    getValue(pointer: number, type: 'i32'): number
    _malloc(bytes: number): number
    _free(pointer: number): void
    _wasm_parse_query_raw(text: number): number
    _wasm_free_parse_result(result: number): void
  }
  const start: (options?: { locateFile?: (name: string) => string }) => Promise<PgQueryModule>
  export default start
}
