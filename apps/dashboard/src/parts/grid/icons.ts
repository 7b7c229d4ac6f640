import type { CellKind } from './format.ts'

// Drawn on a grid of 12 by 12 with lines of 1.2, so that they are sharp at the one size they are used at.
const PATHS: Readonly<Record<CellKind, string>> = {
  text: 'M2.5 3.5v-1h7v1M6 2.5v7M4.75 9.5h2.5',
  number: 'M4.75 2l-1 8M8.25 2l-1 8M2.25 4.25h8M1.75 7.75h8',
  boolean:
    'M2 3.5A1.5 1.5 0 0 1 3.5 2h5A1.5 1.5 0 0 1 10 3.5v5A1.5 1.5 0 0 1 8.5 10h-5A1.5 1.5 0 0 1 2 8.5zM4.25 6l1.25 1.25L7.75 4.75',
  date: 'M1.75 2.75h8.5v7.5h-8.5zM1.75 5.25h8.5M4 1.5v2.25M8 1.5v2.25',
  timestamp: 'M1.75 2.75h8.5v7.5h-8.5zM1.75 5.25h8.5M4 1.5v2.25M8 1.5v2.25',
  json: 'M4.5 1.75H4A1.25 1.25 0 0 0 2.75 3v1.75L1.75 6l1 1.25V9A1.25 1.25 0 0 0 4 10.25h.5M7.5 1.75H8A1.25 1.25 0 0 1 9.25 3v1.75l1 1.25-1 1.25V9A1.25 1.25 0 0 1 8 10.25h-.5',
  uuid: 'M1.75 3h8.5v6h-8.5zM3.75 5v2M5.75 5v2M7.75 5v2',
  binary: 'M2.5 2h2v3h-2zM7.5 7h2v3h-2zM8.5 2v3M3.5 7v3',
}

const BADGES = {
  key: 'M7.75 1.75a2.5 2.5 0 1 1-1.6 4.42L2.5 9.82V10.5H1.25V9.25L5.83 4.67A2.5 2.5 0 0 1 7.75 1.75zM3.5 8.8l1 1',
  link: 'M4.75 8.5H3.5a2.5 2.5 0 0 1 0-5h1.25M7.25 3.5H8.5a2.5 2.5 0 0 1 0 5H7.25M4.25 6h3.5',
}

const SVG = 'http://www.w3.org/2000/svg'

/** The picture of a type for a column head, 12 by 12 pixels. It says nothing that the tooltip does not. */
export function typeIcon(kind: CellKind): SVGSVGElement {
  return icon(PATHS[kind], '')
}

/** The picture of a key or of a link to another table. */
export const badgeIcon = (badge: keyof typeof BADGES): SVGSVGElement => icon(BADGES[badge], ` dg-badge-${badge}`)

function icon(drawing: string, more: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 12 12')
  svg.setAttribute('class', `dg-icon${more}`)
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', drawing)
  svg.append(path)
  return svg
}
