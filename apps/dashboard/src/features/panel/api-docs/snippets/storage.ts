import { quoted, type Snippet } from './snippet.ts'

/** Most files of an example's list. */
export const LIST_LIMIT = 100
/** How long a signed address of an example holds, in seconds. */
export const SIGNED_URL_SECONDS = 60

const js = (title: string, Javascript: string, text?: string): Snippet => ({
  title,
  ...(text === undefined ? {} : { text }),
  Javascript,
  Bash: null,
})

/** Making a bucket. */
export const newBucketSnippet = (): Snippet =>
  js('Create a bucket', `const { data, error } = await supabase.storage.createBucket('avatars', { public: false })`)

/** What can be done with the files of a bucket. */
export function bucketSnippets({ name, isPublic }: { name: string; isPublic: boolean }): Snippet[] {
  const from = `supabase.storage\n  .from(${quoted(name)})`
  return [
    js(
      'Upload a file',
      `const { data, error } = await ${from}\n  .upload('folder/avatar1.png', avatarFile, { cacheControl: '3600', upsert: false })`,
    ),
    js('Delete files', `const { data, error } = await ${from}\n  .remove(['folder/avatar1.png'])`),
    js(
      'List files',
      `const { data, error } = await ${from}\n  .list('folder', { limit: ${LIST_LIMIT}, offset: 0, sortBy: { column: 'name', order: 'asc' } })`,
    ),
    js('Download a file', `const { data, error } = await ${from}\n  .download('folder/avatar1.png')`),
    isPublic
      ? js(
          'Retrieve a public URL',
          `const { data } = ${from}\n  .getPublicUrl('folder/avatar1.png')`,
          'Anybody who has it can read the file.',
        )
      : js(
          'Create a signed URL',
          `const { data, error } = await ${from}\n  .createSignedUrl('folder/avatar1.png', ${SIGNED_URL_SECONDS})`,
          `Whoever has it can read the file for ${SIGNED_URL_SECONDS} seconds.`,
        ),
  ]
}
