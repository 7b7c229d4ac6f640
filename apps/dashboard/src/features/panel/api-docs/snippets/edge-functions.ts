import { curl, quoted, type Snippet, type Target } from './snippet.ts'

/** Calling an edge function. */
export const invokeSnippet = (target: Target, slug: string): Snippet => ({
  title: 'Invoke an edge function',
  Javascript: `const { data, error } = await supabase.functions.invoke(${quoted(slug)}, {\n  body: { name: 'Functions' },\n})`,
  Bash: curl(target, {
    method: 'POST',
    path: `/functions/v1/${encodeURIComponent(slug)}`,
    body: { name: 'Functions' },
  }),
})
