import { addFaces } from '../page/faces.ts'
import { PicturePainter } from './picture-painter.ts'
import type { PictureRequest } from './picture-request.ts'

/** Without its fonts a picture is legible all the same. */
const FONTS_WAIT_MS = 1000

// Shaping and drawing a hundred texts takes some milliseconds, so that it is done beside the page.
const { fonts } = self as unknown as { fonts: FontFaceSet }
let painter: PicturePainter | null = null
let ready: Promise<unknown> = Promise.resolve()

/** Fetches a font, unless that takes too long. */
const load = (font: string): Promise<unknown> =>
  Promise.race([fonts.load(font).catch(() => []), new Promise((resolve) => setTimeout(resolve, FONTS_WAIT_MS))])

self.onmessage = ({ data }: MessageEvent<PictureRequest>) => {
  if (data.kind === 'start') {
    addFaces(fonts, data.faces)
    painter = new PicturePainter(data.canvas)
  } else if (data.kind === 'ink') {
    const { ink } = data
    ready = Promise.all([ready, load(ink.font)])
    void ready.then(() => painter?.add(ink))
  } else if (data.kind === 'forget') {
    void ready.then(() => painter?.forget())
  } else {
    void ready.then(() => {
      painter?.paint(data.scene)
      self.postMessage(null)
    })
  }
}
