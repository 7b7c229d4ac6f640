import type { MessagePort } from 'node:worker_threads'

/** What the starting thread hands over. `state` holds how often something arrived, and bytes written but not yet used. */
export type DumpJob = { state: SharedArrayBuffer; arriving: MessagePort; args: string[] }

/** What this thread tells: bytes for the server, bytes of the server's that are read, text of the dump, the end. */
export type DumpMessage =
  | { readonly send: Uint8Array<ArrayBuffer> }
  | { readonly read: number }
  | { readonly text: Uint8Array<ArrayBuffer> }
  | { readonly end: { readonly code: number; readonly words: string } }

/** Places in `state`. */
export const ARRIVALS = 0
export const UNUSED = 1
