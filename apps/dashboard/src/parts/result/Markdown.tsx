import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import './markdown.css'

/**
 * Text as markdown. HTML in it is shown as text, addresses that run something are left out, and pictures are links:
 * looking at a value must not call anybody.
 */
export function Markdown({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section aria-label="Content as markdown" tabIndex={0} className="value-markdown focus-inset">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        components={{
          a: ({ href, children }) => (
            <a className="ui-link" href={href} target="_blank" rel="noreferrer noopener">
              {children}
            </a>
          ),
          img: ({ src, alt }) => (
            <a
              className="ui-link"
              href={typeof src === 'string' ? src : undefined}
              target="_blank"
              rel="noreferrer noopener"
            >
              {alt || src}
            </a>
          ),
        }}
      >
        {text}
      </ReactMarkdown>
    </section>
  )
}
