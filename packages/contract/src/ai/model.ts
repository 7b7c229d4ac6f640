// Plain data, read by pages too.

/** Said while no model is set up, and shown as the assistant's banner. */
export const NO_MODEL = 'OpenAI API key not set'
/** Said while the operator has turned the assistant off with the flag `assistant`. */
export const ASSISTANT_DISABLED = 'Assistant has been temporarily disabled'
/** The flag that turns the assistant off: `STOA_FLAGS=assistant=off`. */
export const ASSISTANT_FLAG = 'assistant'

/** Said when a stored key would be sent to an address that it was not given for. */
export const KEY_FOR_ANOTHER_ADDRESS = 'Enter the API key again: the stored one was given for another address'
/** Said to whoever did not set the platform up. */
export const NOT_THE_OPERATOR = 'Only the account that set up this platform can change the model of all organizations'
export const MODEL_ADDRESS_INVALID = 'Enter an http or https address, such as https://api.openai.com/v1'
export const MODEL_ADDRESS_FORBIDDEN = 'This address belongs to the machine’s own network services, not to a model'

/** What a call to a model can fail with, in words. Of what the endpoint said, only its own message is passed on. */
export const MODEL_UNREACHABLE = 'The model cannot be reached. Check its address, and that its server runs'
/** Said of a redirect: whoever answers there would be given the key and the question. */
export const MODEL_MOVED = 'The model’s address leads to another one, which is not followed. Set that one in its place'
export const MODEL_SILENT = 'The model has not answered in time. Try again, or choose a faster one'
export const MODEL_BROKE = 'The connection to the model broke off in the middle of its answer'
export const MODEL_TOO_LONG = 'The model’s answer became too long and was ended'
export const MODEL_BUSY = 'The model answers too many requests right now. Wait a moment, then try again'
export const MODEL_KEY_REFUSED = 'The model’s server refuses the API key. Check it in the assistant’s settings'
export const MODEL_UNKNOWN =
  'The model’s server does not know this model or address. Check both in the assistant’s settings'
export const MODEL_UNREADABLE = 'The model’s server sent something that is not an answer of a model'
/** @param said the endpoint's own message, already cut; null when it gave none */
export const modelFailed = (said: string | null): string =>
  said === null ? 'The model’s server could not answer. Try again' : `The model’s server could not answer: ${said}`

/** Said of a model that answers and calls no tools. */
export const MODEL_WITHOUT_TOOLS =
  'This model calls no tools, so the assistant sends the tables along with each question and cannot run queries'
/** Said of a model that answers all at once. */
export const MODEL_WITHOUT_STREAM = 'This model gives its answers whole and not word by word'
export const MODEL_SAID_NOTHING = 'The model answered without a word'
/** Said of an answer that had no room left once the model had thought. */
export const MODEL_WITHOUT_ROOM = 'The model used up the length that its server allows before it said a word'
/** Said of an answer of which its server's filter left nothing. */
export const MODEL_HELD_BACK = 'The model’s server held the answer back, because of what it or the question is about'
/** Said when something is to be tried and nothing is set. */
export const MODEL_INCOMPLETE = 'Enter the address and the name of the model'

/** Where a model's settings come from. An organization's own win over the platform's, and those over the environment's. */
export const MODEL_SOURCES = ['organization', 'instance', 'environment'] as const
export type ModelSource = (typeof MODEL_SOURCES)[number]
