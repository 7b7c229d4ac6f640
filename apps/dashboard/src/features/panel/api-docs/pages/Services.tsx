import { useDocs } from '../docs-context.ts'
import { Examples, Part } from '../Examples.tsx'
import { authSnippets } from '../snippets/auth.ts'
import { invokeSnippet } from '../snippets/edge-functions.ts'
import { realtimeSnippets } from '../snippets/realtime.ts'
import { bucketSnippets, newBucketSnippet } from '../snippets/storage.ts'

/** Signing people in, and what can be done for them. */
export function UserManagement() {
  const { target } = useDocs()
  return (
    <>
      <p className="max-w-prose text-fg-2">
        Users sign in with the project’s own authentication. The client sends their token with every request, and row
        level security decides by it what they see.
      </p>
      <Part title="Users">
        <Examples snippets={authSnippets(target)} />
      </Part>
    </>
  )
}

/** Files in buckets. */
export function Storage() {
  return (
    <>
      <p className="max-w-prose text-fg-2">
        Files lie in buckets. A public bucket can be read by anybody who has an address in it; a private one asks row
        level security.
      </p>
      <Part title="Buckets">
        <Examples snippets={[newBucketSnippet()]} />
      </Part>
      <Part title="Files of a private bucket">
        <Examples snippets={bucketSnippets({ name: 'avatars', isPublic: false })} />
      </Part>
      <Part title="Files of a public bucket">
        <Examples snippets={bucketSnippets({ name: 'pictures', isPublic: true }).slice(-1)} />
      </Part>
    </>
  )
}

/** Functions that run on the server, outside the database. */
export function EdgeFunctions() {
  const { target } = useDocs()
  return (
    <>
      <p className="max-w-prose text-fg-2">
        Edge functions are code of one’s own that runs on the server, close to the database, and answers requests.
      </p>
      <Part title="Call">
        <Examples snippets={[invokeSnippet(target, 'hello-world')]} />
      </Part>
    </>
  )
}

/** Messages between clients, and changes as they happen. */
export function Realtime() {
  return (
    <>
      <p className="max-w-prose text-fg-2">
        Clients can send each other messages, know who else is there, and hear of changes in the database as they
        happen.
      </p>
      <Part title="Channels">
        <Examples snippets={realtimeSnippets()} />
      </Part>
    </>
  )
}
