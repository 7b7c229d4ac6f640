/** What one could begin with, by what it is about. */
export const STARTER_PROMPTS = [
  {
    group: 'Tables',
    prompts: [
      'Create a table of customers with a name, an email address and when they joined',
      'Which tables are largest, and how many rows do they have?',
      'Suggest indexes for the foreign keys that have none',
    ],
  },
  {
    group: 'RLS Policies',
    prompts: [
      'Which tables have no row level security?',
      'Write policies with which people see and change only their own rows',
      'Explain the policies that there are, in plain words',
    ],
  },
  {
    group: 'Functions',
    prompts: [
      'Create a function that gives the rows of a table that changed in the last day',
      'Which functions run with the rights of their owner?',
      'Write a function that cleans up rows older than 90 days',
    ],
  },
  {
    group: 'Triggers',
    prompts: [
      'Create a trigger that keeps updated_at up to date',
      'List the triggers, and say what each of them does',
      'Write a trigger that notes every change of a table in a log table',
    ],
  },
] as const

/** Schemas that a new project could begin with. */
export const QUICKSTARTS = [
  {
    title: 'To-do lists',
    prompt:
      'Create the tables for to-do lists: lists, items with a due date, and policies so that everybody has their own.',
  },
  {
    title: 'Store',
    prompt:
      'Create the tables for a store: products, customers, orders and their lines, and a view of revenue by month.',
  },
  {
    title: 'Chat',
    prompt: 'Create the tables for a chat: rooms, members and messages, with policies for the members of a room.',
  },
  {
    title: 'Blog',
    prompt: 'Create the tables for a blog: authors, posts with a state of draft or published, tags and comments.',
  },
] as const

/** What the button that begins a sentence puts into the input. */
export const GENERATE_A = 'Generate a '
