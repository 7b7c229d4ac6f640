import type { Components } from 'react-markdown'

/**
 * Links of markdown that others wrote: they open beside the page, and pictures are links, since looking at a text must
 * not call anybody.
 */
export const MARKDOWN_LINKS: Components = {
  a: ({ href, children }) => (
    <a className="ui-link" href={href} title={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a className="ui-link" href={addressOf(src)} title={addressOf(src)} target="_blank" rel="noreferrer noopener">
      {alt || src}
    </a>
  ),
}

const addressOf = (src: unknown): string | undefined => (typeof src === 'string' ? src : undefined)
