import { useEffect } from 'react'

export const PRODUCT_NAME = 'Stoa'

/**
 * The text of the browser's tab: the page's own title first, then what it belongs to, then the product.
 * @param parts such as `'General', project.name`; empty ones, still on their way, are left out
 */
export const titleOf = (...parts: readonly (string | null | undefined)[]): string =>
  [...parts, PRODUCT_NAME].filter(Boolean).join(' | ')

/** Keeps the browser's tab titled after the page. The only place that writes `document.title`. */
export function usePageTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = titleOf(...parts)
  useEffect(() => {
    document.title = title
  }, [title])
}
