import type { MessagePort } from 'node:worker_threads'

/** A compiled program: a WebAssembly.Module, which threads share. Types of Node alone do not name it. */
export type Compiled = object

/**
 * What the starting thread hands over. `state` holds how often something arrived, and bytes written but not yet used;
 * `program` is pg_dump as an earlier thread compiled it.
 */
export type DumpJob = {
  state: SharedArrayBuffer
  arriving: MessagePort
  args: string[]
  program: Compiled | null
}

/** What this thread tells: the program once it is compiled, bytes for the server, bytes of the server's that are read, text of the dump, the end. */
export type DumpMessage =
  | { readonly program: Compiled }
  | { readonly send: Uint8Array<ArrayBuffer> }
  | { readonly read: number }
  | { readonly text: Uint8Array<ArrayBuffer> }
  | { readonly end: { readonly code: number; readonly words: string } }

/** Places in `state`. */
export const ARRIVALS = 0
export const UNUSED = 1
