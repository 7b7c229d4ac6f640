import { unacceptableMedia } from '../errors.ts'
import { JSON_MEDIA, type Media, mediaName } from '../request/media.ts'
import type { Routine, SchemaCache } from '../schema/cache.ts'
import type { RelationName } from '../schema/relationships.ts'
import type { Form } from '../sql/answer.ts'

/** What an answer is made of: its media type and how the database writes it. */
export type Shape = { readonly media: Media; readonly form: Form }

const OCTETS: Media = { kind: 'other', name: 'application/octet-stream' }

/** Types of scalars that may be given as they are, without JSON around them. */
const AS_THEY_ARE: Readonly<Record<string, readonly string[]>> = {
  'application/octet-stream': ['bytea'],
  'text/plain': ['text', 'character varying', 'json', 'jsonb', 'xml'],
  'text/xml': ['xml'],
}

const ANYTHING = '*/*'

/** A handler in the database: for any form of a relation's rows, for one form of them, or for that form of any rows. */
function handled(cache: SchemaCache, name: string, relation: RelationName | null, media: Media): Shape | null {
  const handlers = cache.handlers.filter((one) => one.aggregate)
  const own = relation === null ? [] : handlers.filter((one) => one.relation === relation.oid)
  const one =
    own.find((each) => each.media === ANYTHING) ??
    own.find((each) => each.media === name) ??
    handlers.find((each) => each.relation === 0 && each.media === name)
  if (!one) return null
  const rowType = one.relation === 0 ? null : relation
  const form: Form = { kind: 'aggregate', schema: one.schema, name: one.name, rowType, bytea: one.bytea }
  return { media: one.media === ANYTHING ? OCTETS : media, form }
}

function rows(cache: SchemaCache, media: Media, relation: RelationName | null): Shape | null {
  const builtIn: Shape = { media, form: { kind: 'media', media } }
  switch (media.kind) {
    case 'any':
      return handled(cache, ANYTHING, relation, OCTETS) ?? rows(cache, JSON_MEDIA, relation)
    case 'json':
    case 'csv':
      return handled(cache, mediaName(media), relation, media) ?? builtIn
    case 'object':
    case 'array':
      return builtIn
    case 'geojson':
      return handled(cache, mediaName(media), relation, media) ?? (cache.geojson ? builtIn : null)
    case 'other':
      return handled(cache, mediaName(media), relation, media)
    default:
      return null
  }
}

function scalar(media: Media, routine: Routine): Shape | null {
  if (routine.media !== null) {
    const form: Form = { kind: 'plain', bytea: routine.bytea }
    if (routine.media === ANYTHING) return { media: media.kind === 'any' ? OCTETS : media, form }
    if (media.kind !== 'any' && mediaName(media) !== routine.media) return null
    return { media: { kind: 'other', name: routine.media }, form }
  }
  const stripped = (media.kind === 'array' || media.kind === 'object') && media.stripped
  switch (media.kind) {
    case 'any':
    case 'json':
      return { media: JSON_MEDIA, form: { kind: 'scalar', set: routine.returnsSet, stripped } }
    case 'array':
    case 'object':
      return { media, form: { kind: 'scalar', set: routine.returnsSet && media.kind === 'array', stripped } }
    case 'csv':
      return { media, form: { kind: 'media', media } }
    case 'other':
      return AS_THEY_ARE[media.name]?.includes(routine.returnType)
        ? { media, form: { kind: 'plain', bytea: routine.bytea } }
        : null
    default:
      return null
  }
}

/** A single row of a function is an object of its own. */
function single(shape: Shape | null): Shape | null {
  if (shape?.form.kind !== 'media') return shape
  const { media } = shape.form
  const json = media.kind === 'json' || media.kind === 'array' || media.kind === 'object'
  return json ? { ...shape, form: { kind: 'single', stripped: media.kind !== 'json' && media.stripped } } : shape
}

/** What is to be put into a form. */
export type Shaped = {
  readonly relation: RelationName | null
  readonly routine: Routine | null
  /** Whether whole rows are asked for: only these are what handlers of a relation take. */
  readonly whole: boolean
}

/**
 * The first media type of those accepted that there is.
 * @throws RestError PGRST107
 */
export function shapeOf(cache: SchemaCache, accepted: readonly Media[], shaped: Shaped, plans: boolean): Shape {
  const { routine } = shaped
  const relation = shaped.whole ? shaped.relation : null
  const shape = (media: Media): Shape | null => {
    if (media.kind === 'plan') {
      const inner = plans ? shape(media.for) : null
      return inner && { media: { ...media, for: inner.media }, form: inner.form }
    }
    if (routine && !routine.composite) return scalar(media, routine) ?? (routine.media ? null : custom(media))
    const found = rows(cache, media, relation)
    return routine && !routine.returnsSet ? single(found) : found
  }
  const custom = (media: Media): Shape | null =>
    media.kind === 'other' ? handled(cache, media.name, null, media) : null
  for (const media of accepted) {
    const found = shape(media)
    if (found) return found
  }
  throw unacceptableMedia(accepted.map(mediaName))
}
