import { createUIMessageStreamResponse } from 'ai'
import type { AnswerPiece } from './live-answer.ts'

/** How often something is sent that says nothing, so that servers in between keep the connection open. */
const KEEP_ALIVE_MS = 15_000

/** An answer as it is sent to a page: a UI message stream. */
export const streamResponse = (stream: ReadableStream<AnswerPiece>): Response =>
  createUIMessageStreamResponse({ stream, headers: { 'cache-control': 'no-store' }, keepAliveMs: KEEP_ALIVE_MS })
