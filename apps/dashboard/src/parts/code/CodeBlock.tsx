import { CopyButton } from '@stoa/ui'
import { Highlighted } from './Highlighted.tsx'
import type { CodeLanguage } from './highlight.ts'

/** Code in colours, with a button that copies it. */
export function CodeBlock({ code, language, label }: { code: string; language: CodeLanguage; label: string }) {
  return (
    <figure
      className="relative m-0 min-w-0 rounded-3 border border-line bg-sunken"
      aria-label={`${label}, ${language}`}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard. */}
      <pre className="ui-mono overflow-x-auto p-3 pr-10 text-12" tabIndex={0}>
        <code data-language={language}>
          <Highlighted code={code} language={language} />
        </code>
      </pre>
      <span className="absolute top-1.5 right-1.5 rounded-2 bg-sunken">
        <CopyButton value={code} label={`Copy: ${label}`} size="xs" />
      </span>
    </figure>
  )
}
