import type { Face } from '../page/faces.ts'

/** How texts of a kind are written, as the style sheet says. */
export type Ink = {
  readonly font: string
  readonly color: string
  /** The colour of what stands behind a text. */
  readonly grey: string
  readonly letterSpacing: string
  /** Whether letters that follow each other are joined or moved together. */
  readonly isJoined: boolean
  readonly isAtEnd: boolean
  /** The square of a boolean; null where there is none. */
  readonly square: { readonly color: string; readonly isFilled: boolean } | null
  /** The colour of what stands for a value that is not here yet; null for values. */
  readonly bar: string | null
}

/** The colours of the ground and of its lines. */
export type Ground = {
  readonly fill: string
  readonly line: string
  readonly lineBetween: string
  readonly lineAfterFrozen: string
  readonly gutter: string
  readonly gutterLine: string
}

/** A column in the picture, in CSS pixels from its left edge. */
export type PictureColumn = { readonly x: number; readonly width: number; readonly line: string }

/** Rows as they are seen, in CSS pixels. Values stand column by column, those that scroll before those that do not. */
export type PictureScene = {
  readonly width: number
  readonly height: number
  /** How many dots a pixel has. */
  readonly scale: number
  readonly gutter: number
  readonly ground: Ground
  /** The number of the first row, how many there are, and where the first one begins. */
  readonly first: number
  readonly rows: number
  readonly top: number
  readonly scrolling: readonly PictureColumn[]
  readonly frozen: readonly PictureColumn[]
  readonly texts: readonly string[]
  readonly times: readonly string[]
  /** Which of the inks that were told each value is written in, and the row numbers. */
  readonly inks: readonly number[]
  readonly numberInk: number
}

/**
 * What the painter of pictures is told. It answers each `paint` when it is done; the others have no answer. Inks are
 * numbered in the order in which they come, from 0 again after `forget`.
 */
export type PictureRequest =
  | { readonly kind: 'start'; readonly canvas: OffscreenCanvas; readonly faces: readonly Face[] }
  | { readonly kind: 'ink'; readonly ink: Ink }
  | { readonly kind: 'forget' }
  | { readonly kind: 'paint'; readonly scene: PictureScene }
