import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import './markdown.css'
import { MARKDOWN_LINKS } from './markdown-links.tsx'

/**
 * Text as markdown. HTML in it is shown as text, addresses that run something are left out, and pictures are links:
 * looking at a value must not call anybody.
 */
export function Markdown({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section aria-label="Content as markdown" tabIndex={0} className="value-markdown focus-inset">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={MARKDOWN_LINKS}>
        {text}
      </ReactMarkdown>
    </section>
  )
}
