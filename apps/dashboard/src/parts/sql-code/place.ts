import { local } from '../browser-store/local.ts'

const KEY = 'stoa.sql.place'

/** Where an editor stood in a window of a size, in CSS pixels. */
export type Place = {
  readonly window: readonly [width: number, height: number]
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' &&
  value !== null &&
  'window' in value &&
  Array.isArray(value.window) &&
  ['left', 'top', 'width', 'height'].every((key) => Number.isFinite((value as Record<string, unknown>)[key]))

/** Where the editor stood when it was shown last; null when the window has another size now. */
export function rememberedPlace(): Place | null {
  const place = local.readJson(KEY)
  if (!isPlace(place) || place.width <= 0 || place.height <= 0) return null
  return place.window[0] === innerWidth && place.window[1] === innerHeight ? place : null
}

/**
 * Remembers where an editor stands when its page or its screen is left.
 * @returns what ends it, to be called while the editor still stands
 */
export function rememberPlace(host: HTMLElement): () => void {
  const note = () => {
    const { left, top, width, height } = host.getBoundingClientRect()
    if (width > 0 && height > 0)
      local.storeJson(KEY, { window: [innerWidth, innerHeight], left, top, width, height } satisfies Place)
  }
  addEventListener('pagehide', note)
  return () => {
    removeEventListener('pagehide', note)
    note()
  }
}
