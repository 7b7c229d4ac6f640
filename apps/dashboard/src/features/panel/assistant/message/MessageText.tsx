import { memo, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from '../../../../parts/code/CodeBlock.tsx'
import type { CodeLanguage } from '../../../../parts/code/highlight.ts'
import { MARKDOWN_LINKS } from '../../../../parts/result/markdown-links.tsx'
import { fencedCode, markdownBlocks } from './markdown-blocks.ts'
import { SqlBlock } from './SqlBlock.tsx'

const PLUGINS = [remarkGfm]
const SQL = new Set(['sql', 'pgsql', 'postgres', 'postgresql', 'psql'])
const LANGUAGES: Readonly<Record<string, CodeLanguage>> = {
  js: 'Javascript',
  javascript: 'Javascript',
  jsx: 'Javascript',
  ts: 'Typescript',
  typescript: 'Typescript',
  tsx: 'Typescript',
  sh: 'Bash',
  bash: 'Bash',
  shell: 'Bash',
  py: 'Python',
  python: 'Python',
  go: 'Go',
  yaml: 'YAML',
  yml: 'YAML',
  env: 'Environment',
  prisma: 'Prisma',
}

/**
 * What the assistant wrote: markdown, with its SQL as blocks that can be run. While it is being written only its last
 * stretch is drawn anew.
 * @param name names its blocks among everything that runs in the project
 * @param isWriting whether more of it may come
 */
export const MessageText = memo(function MessageText({
  projectRef,
  name,
  text,
  isWriting,
}: {
  projectRef: string
  name: string
  text: string
  isWriting: boolean
}) {
  const blocks = useMemo(() => markdownBlocks(text), [text])
  return blocks.map((block, index) => (
    <Stretch
      // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text are its order.
      key={index}
      projectRef={projectRef}
      name={`${name} ${index}`}
      text={block.text}
      isOpen={block.isOpen && isWriting}
    />
  ))
})

const Stretch = memo(function Stretch({
  projectRef,
  name,
  text,
  isOpen,
}: {
  projectRef: string
  name: string
  text: string
  isOpen: boolean
}) {
  const fenced = fencedCode({ text, isOpen })
  if (fenced !== null) return <Code projectRef={projectRef} name={name} {...fenced} isOpen={isOpen} />
  return (
    <div className="chat-text">
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  )
})

/** A block of code: SQL can be run, other languages are shown in their colours. */
function Code({
  projectRef,
  name,
  language,
  code,
  isOpen,
}: {
  projectRef: string
  name: string
  language: string
  code: string
  isOpen: boolean
}) {
  if (SQL.has(language)) return <SqlBlock projectRef={projectRef} name={name} code={code} isOpen={isOpen} />
  const known = LANGUAGES[language]
  if (known !== undefined) return <CodeBlock code={code} language={known} label="Code" />
  return <PlainCode>{code}</PlainCode>
}

function PlainCode({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard.
    <pre className="ui-mono overflow-x-auto rounded-3 border border-line bg-sunken p-3 text-12" tabIndex={0}>
      <code>{children}</code>
    </pre>
  )
}

const COMPONENTS: Components = {
  ...MARKDOWN_LINKS,
  // Below the heading of the message.
  h1: 'h4',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard.
    <div className="overflow-x-auto" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}
