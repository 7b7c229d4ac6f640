import { ASSISTANT_DISABLED, type AssistantState, NO_MODEL } from '@stoa/contract'
import { expect, test } from 'vitest'
import { isThinking, placeholderOf, whyNotSend } from './send-rules.ts'

const READY: AssistantState = {
  ready: true,
  message: null,
  disabled: false,
  model: { name: 'm', source: 'instance', can_call_tools: true },
  metadata: { allowed: true, why_not: null },
}
const WRITTEN = { text: 'hello', hasSnippets: false, isLoading: false }

test('nothing is sent without a model, while the assistant is off or answering, or when nothing is written', () => {
  expect(whyNotSend(READY, WRITTEN)).toBeUndefined()
  expect(whyNotSend({ ...READY, ready: false, message: NO_MODEL, model: null }, WRITTEN)).toBe('OpenAI API key not set')
  expect(whyNotSend({ ...READY, ready: false, disabled: true, message: ASSISTANT_DISABLED }, WRITTEN)).toBe(
    'Assistant has been temporarily disabled',
  )
  expect(whyNotSend(READY, { ...WRITTEN, isLoading: true })).toBe('The assistant is still answering')
  expect(whyNotSend(READY, { ...WRITTEN, text: ' \n' })).toBe('Write something first')
  expect(whyNotSend(READY, { ...WRITTEN, text: '', hasSnippets: true })).toBeUndefined()
  expect(whyNotSend(undefined, WRITTEN)).toBe('The assistant is still loading')
})

test('the input says what can be done with it', () => {
  expect(placeholderOf(false, false)).toBe('Chat to Postgres...')
  expect(placeholderOf(true, true)).toBe('Ask a question or make a change...')
  expect(placeholderOf(true, false)).toBe('Reply to the assistant...')
})

test('the assistant thinks while the last message is a person’s or there is none', () => {
  expect(isThinking(true, undefined)).toBe(true)
  expect(isThinking(true, { role: 'user' })).toBe(true)
  expect(isThinking(true, { role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text' }] })).toBe(false)
  // One that thinks for long before its first word has sent the head of its answer already.
  expect(isThinking(true, { role: 'assistant', parts: [{ type: 'step-start' }] })).toBe(true)
  expect(isThinking(false, { role: 'user' })).toBe(false)
})
