import { ASSISTANT_DEFAULT_SCHEMA, type MetadataReason } from '@stoa/contract'
import type { OrganizationRow } from '../../store/tables.ts'
import { organizationOnWire } from '../organizations.ts'

const OPT_IN = 'AI_SQL_GENERATOR_OPT_IN'

/** What of a database a model may be given. */
export type Sharing = {
  /** Names of tables, columns and the like. Without, there are no tools either. */
  readonly metadata: boolean
  /** Values: what queries result in. */
  readonly results: boolean
  /** The schemas that may be looked at; never empty. */
  readonly schemas: readonly string[]
}

/** Why an organization lets no names of its databases be sent; null when it does. */
export function organizationForbids(organization: OrganizationRow): MetadataReason | null {
  if (organization.hipaa) return 'hipaa'
  return organizationOnWire(organization).opt_in_tags.includes(OPT_IN) ? null : 'opt-in'
}

/** What may be given to a model for one question. Values are never more than names: both have to be allowed. */
export function sharingOf(
  organization: OrganizationRow,
  asked: { readonly metadata: boolean; readonly results: boolean; readonly schema: string | readonly string[] | null },
): Sharing {
  const metadata = asked.metadata && organizationForbids(organization) === null
  const named = typeof asked.schema === 'string' ? [asked.schema] : [...new Set(asked.schema ?? [])]
  return {
    metadata,
    results: metadata && asked.results,
    schemas: named.length > 0 ? named : [ASSISTANT_DEFAULT_SCHEMA],
  }
}
