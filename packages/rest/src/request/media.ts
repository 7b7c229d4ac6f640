/** Answers in one of these forms are built in; any other has a handler in the database. */
export type Media =
  | { readonly kind: 'json' }
  | { readonly kind: 'array'; readonly stripped: boolean }
  | { readonly kind: 'object'; readonly stripped: boolean }
  | { readonly kind: 'csv' }
  | { readonly kind: 'geojson' }
  | { readonly kind: 'openapi' }
  | { readonly kind: 'any' }
  | {
      readonly kind: 'plan'
      readonly format: 'json' | 'text'
      readonly for: Media
      readonly options: readonly string[]
    }
  | { readonly kind: 'other'; readonly name: string }

export const JSON_MEDIA: Media = { kind: 'json' }
const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

type Parameters = ReadonlyMap<string, string>

function split(text: string): { name: string; parameters: Parameters } {
  const [name = '', ...rest] = text.split(';').map((part) => part.trim())
  const parameters = new Map<string, string>()
  for (const part of rest) {
    const at = part.indexOf('=')
    if (at > 0)
      parameters.set(
        part.slice(0, at).trim().toLowerCase(),
        part
          .slice(at + 1)
          .trim()
          .replace(/^"|"$/g, ''),
      )
  }
  return { name: name.toLowerCase(), parameters }
}

/** Splits at a mark, but not between double quotes. */
function parts(text: string, mark: string): string[] {
  const found = ['']
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (character === mark && !quoted) found.push('')
    else found[found.length - 1] += character
  }
  return found.map((part) => part.trim()).filter((part) => part !== '')
}

/** Reads one media type. */
export function readMedia(text: string): Media {
  const [head = '', ...rest] = parts(text, ';')
  const name = head.toLowerCase()
  const { parameters } = split(`x;${rest.join(';')}`)
  const stripped = parameters.get('nulls') === 'stripped'
  switch (name) {
    case 'application/json':
      return JSON_MEDIA
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return { kind: 'object', stripped }
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return stripped ? { kind: 'array', stripped } : JSON_MEDIA
    case 'text/csv':
      return { kind: 'csv' }
    case 'application/geo+json':
      return { kind: 'geojson' }
    case 'application/openapi+json':
      return { kind: 'openapi' }
    case '*/*':
      return { kind: 'any' }
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
    case 'application/vnd.pgrst.plan+json': {
      const options = (parameters.get('options') ?? '').split('|').map((one) => one.trim())
      return {
        kind: 'plan',
        format: name.endsWith('+json') ? 'json' : 'text',
        for: readMedia(parameters.get('for') ?? 'application/json'),
        options: PLAN_OPTIONS.filter((one) => options.includes(one)),
      }
    }
    default:
      return { kind: 'other', name: [name, ...rest].join(';') }
  }
}

/** The name of a media type without its charset. */
export function mediaName(media: Media): string {
  switch (media.kind) {
    case 'json':
      return 'application/json'
    case 'array':
      return `application/vnd.pgrst.array+json${media.stripped ? ';nulls=stripped' : ''}`
    case 'object':
      return `application/vnd.pgrst.object+json${media.stripped ? ';nulls=stripped' : ''}`
    case 'csv':
      return 'text/csv'
    case 'geojson':
      return 'application/geo+json'
    case 'openapi':
      return 'application/openapi+json'
    case 'any':
      return '*/*'
    case 'plan': {
      const options = media.options.length > 0 ? `; options=${media.options.join('|')}` : ''
      return `application/vnd.pgrst.plan+${media.format}; for="${mediaName(media.for)}"${options}`
    }
    default:
      return media.name
  }
}

/** The Content-Type header of an answer. */
export function contentType(media: Media): string {
  const name = mediaName(media)
  if (media.kind !== 'other' || name === 'text/plain' || name === 'text/xml') return `${name}; charset=utf-8`
  return name
}

/** What the Accept header takes, the dearest first. */
export function readAccept(header: string | null): Media[] {
  const wanted = parts(header ?? '*/*', ',').map((part, at) => {
    const quality = /;\s*q=([0-9.]+)\s*(?:;|$)/i.exec(part)
    return { text: part.replace(/;\s*q=[0-9.]+\s*/i, ''), quality: quality ? Number(quality[1]) : 1, at }
  })
  // Among equals what is said more exactly counts more than a wildcard, whatever stands first.
  const wild = (text: string) => (text.startsWith('*/*') ? 1 : 0)
  const sorted = wanted.sort((a, b) => b.quality - a.quality || wild(a.text) - wild(b.text) || a.at - b.at)
  return sorted.length > 0 ? sorted.map(({ text }) => readMedia(text)) : [{ kind: 'any' }]
}
