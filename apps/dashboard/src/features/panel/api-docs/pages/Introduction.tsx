import { Link } from '@tanstack/react-router'
import { apiDocs } from '../../../../parts/frame/overlay.ts'
import { useDocs } from '../docs-context.ts'
import { Examples, Part } from '../Examples.tsx'
import { connectSnippet, keySnippets } from '../snippets/connect.ts'
import { TypesDownload } from '../TypesDownload.tsx'

/** How to reach the project's APIs at all. */
export function Introduction() {
  const { target, projectRef } = useDocs()
  return (
    <>
      <p className="max-w-prose text-fg-2">
        Every project has its own APIs, at one address. They are made from the database as it is: a new table can be
        read and written as soon as it exists.
      </p>
      <Part title="Connect to your project">
        <Examples snippets={[connectSnippet(target)]} />
      </Part>
      <Part title="API keys">
        <Examples snippets={keySnippets(target)} />
      </Part>
      <TypesDownload projectRef={projectRef} />
      <Part title="Documentation">
        <ul className="grid gap-1.5">
          <li>
            <Link
              className="ui-link"
              to="/project/$ref/api/graphiql"
              params={{ ref: projectRef }}
              onClick={() => apiDocs.close()}
            >
              The graphical query explorer
            </Link>
          </li>
          <li>
            <a
              className="ui-link"
              href="https://supabase.com/docs/reference/javascript"
              rel="noreferrer"
              target="_blank"
            >
              The JavaScript client
            </a>
          </li>
          <li>
            <a
              className="ui-link"
              href="https://docs.postgrest.org/en/stable/references/api.html"
              rel="noreferrer"
              target="_blank"
            >
              The REST interface
            </a>
          </li>
        </ul>
      </Part>
    </>
  )
}
