import { toast } from './toasts.ts'

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

/** Says that nothing was copied. */
export const sayNotCopied = (): void => {
  toast.error({ title: 'Nothing was copied', description: 'The browser gave no access to the clipboard.' })
}

/**
 * Copies a text where nothing on the page could show that it was, such as from a menu, and says what became of it.
 * @param done what is said when it was copied, such as "Copied the key".
 */
export async function copyAndSay(text: string, done: string): Promise<void> {
  if (await copyText(text)) toast.success(done)
  else sayNotCopied()
}
