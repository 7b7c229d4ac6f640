import { curl, jsKey, quoted, type Snippet, type Target } from './snippet.ts'

/** The client that every JavaScript example uses. */
export const clientOf = (target: Target): string =>
  `import { createClient } from '@supabase/supabase-js'

const supabaseUrl = ${quoted(target.url)}
const supabaseKey = ${jsKey(target)}
const supabase = createClient(supabaseUrl, supabaseKey)`

/** Making a client, and a first request without one. */
export const connectSnippet = (target: Target): Snippet => ({
  title: 'Initializing',
  text: 'A client is made once with the address of the project and a key. Without a client library, every request carries the key in its headers.',
  Javascript: clientOf(target),
  Bash: curl(target, { path: '/rest/v1/' }),
})

/** The two keys and whom they are for. */
export function keySnippets(target: Target): Snippet[] {
  const { url } = target
  return [
    {
      title: 'Client key',
      text: 'The anon key is public. What it may read and write is decided by row level security.',
      Javascript: `const supabase = createClient(${quoted(url)}, ${jsKey(target, 'anon')})`,
      Bash: curl(target, { path: '/rest/v1/' }),
    },
    {
      title: 'Service key',
      text: 'The service_role key bypasses row level security. It belongs on servers only: never in a browser or in an app.',
      Javascript: `const supabase = createClient(${quoted(url)}, ${jsKey(target, 'service_role')})`,
      Bash: curl(target, { path: '/rest/v1/', key: 'service_role' }),
    },
  ]
}
