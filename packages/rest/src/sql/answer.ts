import type { Media } from '../request/media.ts'
import { qualified } from './statement.ts'

/** How the rows of `pgrst_rows` are put into one text. */
export type Form =
  | { readonly kind: 'media'; readonly media: Media }
  | { readonly kind: 'scalar'; readonly set: boolean; readonly stripped: boolean }
  | { readonly kind: 'single'; readonly stripped: boolean }
  /** The text of a function's value, or its bytes as hexadecimal digits. */
  | { readonly kind: 'plain'; readonly bytea: boolean }
  | {
      readonly kind: 'aggregate'
      readonly schema: string
      readonly name: string
      readonly rowType: { readonly schema: string; readonly name: string } | null
      readonly bytea: boolean
    }
  | { readonly kind: 'none' }

const strip = (sql: string, stripped: boolean): string => (stripped ? `json_strip_nulls(${sql})` : sql)

const CSV = `(SELECT coalesce(string_agg(pgrst_key, ','), '') FROM (SELECT json_object_keys(pgrst_json) AS pgrst_key FROM (SELECT row_to_json(pgrst_row) AS pgrst_json FROM pgrst_page pgrst_row LIMIT 1) pgrst_first) pgrst_keys) || E'\\n' || coalesce(string_agg(substring(pgrst_rows::text, 2, length(pgrst_rows::text) - 2), E'\\n'), '')`

/** The expression of an answer's body over `pgrst_rows`. */
export function bodySql(form: Form): string {
  switch (form.kind) {
    case 'none':
      return `''::text`
    case 'scalar': {
      const list = 'json_agg(pgrst_rows.pgrst_scalar)'
      return form.set
        ? `coalesce(${strip(list, form.stripped)}, '[]')::text`
        : `coalesce(${strip(`${list}->0`, form.stripped)}, 'null')::text`
    }
    case 'single':
      return `coalesce(${strip('json_agg(pgrst_rows)->0', form.stripped)}, 'null')::text`
    case 'plain':
      return form.bytea
        ? `coalesce(encode(string_agg(pgrst_rows.pgrst_scalar::bytea, ''::bytea), 'hex'), '')`
        : `coalesce(string_agg(pgrst_rows.pgrst_scalar::text, ''), '')`
    case 'aggregate': {
      const row =
        form.rowType === null ? 'pgrst_rows' : `pgrst_rows::${qualified(form.rowType.schema, form.rowType.name)}`
      const value = `${qualified(form.schema, form.name)}(${row})`
      return form.bytea ? `coalesce(encode((${value})::bytea, 'hex'), '')` : `coalesce((${value})::text, '')`
    }
    case 'media':
      return mediaSql(form.media)
  }
}

function mediaSql(media: Media): string {
  switch (media.kind) {
    case 'object':
      return `coalesce(${strip('json_agg(pgrst_rows)->0', media.stripped)}, 'null')::text`
    case 'array':
      return `coalesce(${strip('json_agg(pgrst_rows)', media.stripped)}, '[]')::text`
    case 'csv':
      return CSV
    case 'geojson':
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(pgrst_rows)::json), '[]'))::text`
    case 'plan':
      return mediaSql(media.for)
    default:
      return `coalesce(json_agg(pgrst_rows), '[]')::text`
  }
}
