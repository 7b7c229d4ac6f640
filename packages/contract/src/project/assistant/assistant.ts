import { onProject } from '../../access.ts'

// Plain data, read by pages too.

/** What a member may be allowed to do with the assistant of a project. */
export const assistantPermissions = {
  use: onProject('tenant:Sql:Read', 'database', 'You need additional permissions to use the assistant of this project'),
} as const

/** Most steps of one answer: each is one call of the model. */
export const ASSISTANT_MAX_STEPS = 5
/** The schema that the assistant looks at when nobody chose others. */
export const ASSISTANT_DEFAULT_SCHEMA = 'public'
/** Most schemas that the assistant may look at. */
export const ASSISTANT_SCHEMAS_MAX = 50

/** The name of a chat until somebody gives it one. */
export const NEW_CHAT = 'New chat'
export const CHAT_NAME_MAX = 120
/** Most chats that one person has in a project. */
export const CHATS_MAX = 200
/** Most messages of a chat. */
export const CHAT_MESSAGES_MAX = 1_000
/** Most bytes of the messages of a chat, as JSON. */
export const CHAT_BYTES_MAX = 4 * 1024 * 1024
/** Most characters of what a person writes at once. */
export const PROMPT_MAX = 100_000

export const CHAT_NOT_FOUND = 'There is no such chat. It may have been deleted'
export const CHATS_FULL = `You have ${CHATS_MAX} chats in this project. Delete one to begin another`
export const CHAT_FULL = 'This chat has become too long. Begin a new one to go on'
/** The answer to a change made from a version that is no longer the present one; the data carries the chat. */
export const CHAT_CHANGED = 'This chat went on somewhere else meanwhile'
export const CHAT_EXISTS = 'There is a chat of this id already'
export const CHAT_BUSY = 'The assistant is still answering in this chat. Stop it, or wait for its answer'
/** Said at the end of an answer that is on the page and nowhere else. */
export const ANSWER_NOT_KEPT = 'This answer could not be kept, so it will be gone when the page is loaded again'
export const MESSAGE_EMPTY = 'Write something first'
export const MESSAGES_REQUIRED = 'There is no message to answer'
export const LAST_NOT_FROM_USER = 'The last message has to be a person’s'

/** Why nothing about the database is sent to the model: the organization has not opted in, it is marked, or the person said no. */
export const METADATA_REASONS = ['opt-in', 'hipaa', 'person'] as const
export type MetadataReason = (typeof METADATA_REASONS)[number]

/** What the assistant may call. Their parts in a message are called `tool-` and the name. */
export const ASSISTANT_TOOLS = [
  'list_schemas',
  'list_tables',
  'describe_table',
  'list_policies',
  'list_functions',
  'list_extensions',
  'run_query',
  'explain_query',
  'search_docs',
] as const
export type AssistantTool = (typeof ASSISTANT_TOOLS)[number]

/** What a tool gives when it could not do what was asked, in every case in place of its result. */
export type ToolFailure = { readonly error: string }

/** What `run_query` gives to the page. The model sees rows only when the person allowed it for this chat. */
export type QueryToolResult =
  | {
      readonly columns: readonly string[]
      /** Values as Postgres prints them; cut when they are many or long. */
      readonly rows: readonly (readonly (string | null)[])[]
      readonly row_count: number
      readonly truncated: boolean
      /** Whether the model was given the rows. */
      readonly shared: boolean
    }
  | ToolFailure

// What tools answer in place of a result. The model reads these too, and can do something else.
export const TOOL_ONLY_READS =
  'Only queries that read can be run here. Put this into a sql code block, so that the person can run it'
export const TOOL_ONE_STATEMENT = 'Only one statement can be run at a time'
/** @param functions what is called, as it is named there */
export const toolUnknownFunctions = (functions: readonly string[]): string =>
  `This calls ${functions.join(', ')}, which only a person may run. Put it into a sql code block, or do without`
/** @param schemas those that may be looked at */
export const toolOtherSchema = (schemas: readonly string[]): string =>
  `Only what is in ${schemas.length === 1 ? 'the schema' : 'the schemas'} ${schemas.join(', ')} can be looked at`
export const TOOL_NO_TABLE = 'There is no such table or view in the schemas that can be looked at'
export const TOOL_TOO_LONG = 'This query is too long to be run here'
export const TOOL_TOO_SLOW = 'This query took too long and was cancelled'
export const TOOL_TOO_MANY = 'The assistant has looked up enough for one answer'
export const TOOL_NOT_RUNNING = 'The database does not run right now'
export const TOOL_UNREADABLE = 'The model asked for something in a form that cannot be read'
/** What the model is told of an error whose words could hold values. @param code Postgres's five characters */
export const toolFailed = (code: string | null): string =>
  `The database refused this${code === null ? '' : ` with the error ${code}`}`

/** What comes before the JSON of a code block's properties, as the first line of the block. */
export const BLOCK_PROPERTIES_PREFIX = '-- props: '
