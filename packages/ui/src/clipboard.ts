/** How long a control says "Copied", in ms. */
export const COPIED_MS = 2000

/**
 * Puts a text on the clipboard.
 * @returns false when nothing was copied: the document has no focus, or the browser refused. The caller then says so.
 */
export async function copyText(text: string): Promise<boolean> {
  if (typeof document === 'undefined' || !document.hasFocus()) return false
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
