import type { ReactNode } from 'react'
import { CodeBlock } from '../../../parts/code/CodeBlock.tsx'
import { useDocs } from './docs-context.ts'
import type { Snippet } from './snippets/snippet.ts'

/** A part of a page, with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-3">
      <h4 className="ui-h2">{title}</h4>
      {children}
    </section>
  )
}

/** Examples in the chosen language. Those that the language has none of say where there is one. */
export function Examples({ snippets }: { snippets: readonly Snippet[] }) {
  const { language } = useDocs()
  return snippets.map((snippet) => {
    const code = snippet[language]
    return (
      <div key={snippet.title} className="grid min-w-0 gap-1.5">
        <h5 className="font-medium">{snippet.title}</h5>
        {snippet.text === undefined ? null : <p className="max-w-prose text-fg-2">{snippet.text}</p>}
        {code === null ? (
          <p className="text-12 text-fg-3">There is no example for {language}. Choose Javascript to see one.</p>
        ) : (
          <CodeBlock code={code} language={language} label={snippet.title} />
        )}
      </div>
    )
  })
}
