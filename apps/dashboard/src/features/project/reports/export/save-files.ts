import { toast } from '@stoa/ui'

/** Characters that a file name cannot have everywhere. */
const UNUSUAL = /[^\p{L}\p{N} ._-]+/gu
const NAME_MAX = 120

/** A name for a file, made of what something is called: without what leads elsewhere, and never hidden or endless. */
export function fileName(title: string, ending: string): string {
  const name = title
    .replaceAll(UNUSUAL, ' ')
    .replace(/^[\s.]+/, '')
    .slice(0, NAME_MAX)
    .trim()
  return `${name || 'report'}.${ending}`
}

/** Offers a file for download. */
export function saveFile(title: string, ending: string, type: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(title, ending)
  link.click()
  // The download has its own hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Offers a part of the page as a PNG, as it looks now.
 * @param name of the file, without its ending
 */
export async function saveImage(element: HTMLElement | null, name: string): Promise<void> {
  if (element === null) return
  try {
    const { paintElement } = await import('./paint.ts')
    const image = await paintElement(element)
    saveFile(name, 'png', 'image/png', [image])
  } catch {
    toast.error('The browser could not make an image of this. Try a smaller report')
  }
}
