/** Types that columns mostly have, in the order in which they are offered. */
export const COMMON_TYPES = [
  'bigint',
  'integer',
  'smallint',
  'numeric',
  'real',
  'double precision',
  'text',
  'varchar(255)',
  'boolean',
  'uuid',
  'timestamptz',
  'timestamp',
  'date',
  'time',
  'interval',
  'jsonb',
  'json',
  'bytea',
  'text[]',
  'integer[]',
  'inet',
  'tsvector',
] as const

/** What is often a default, for each type that has one. */
export const defaultsFor = (type: string): string[] => {
  if (/^timestamp|^date|^time/.test(type)) return ['now()', 'current_date']
  if (type === 'uuid') return ['gen_random_uuid()']
  if (/^bool/.test(type)) return ['false', 'true']
  if (/^json/.test(type)) return ["'{}'", "'[]'"]
  if (/\[\]$/.test(type)) return ["'{}'"]
  if (/^(?:bigint|integer|smallint|numeric|real|double)/.test(type)) return ['0', '1']
  return ["''"]
}
