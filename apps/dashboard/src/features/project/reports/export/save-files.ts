import { toast } from '@stoa/ui'

/** Characters that a file name cannot have everywhere. */
const UNUSUAL = /[^\p{L}\p{N} ._-]+/gu

/** Offers a file for download. */
export function saveFile(name: string, type: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replaceAll(UNUSUAL, ' ').trim()
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
    saveFile(`${name}.png`, 'image/png', [image])
  } catch {
    toast.error('The browser could not make an image of this. Try a smaller report')
  }
}
