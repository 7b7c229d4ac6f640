import { SQLDialect } from '@codemirror/lang-sql'

// The keywords of Postgres 18, as pg_get_keywords() lists them, without those that are types and without unreserved
// ones that are mostly met as the names of columns: name, value, data, year, label, path, source.
const KEYWORDS = `abort access action add admin after aggregate all also alter always analyse analyze and any array as
  asc asensitive asymmetric at atomic attach authorization backward before begin between both breadth by cache call
  called cascade cascaded case cast catalog chain characteristics check checkpoint class close cluster coalesce collate
  collation column columns comment comments commit committed compression concurrently configuration conflict connection
  constraint constraints continue conversion copy create cross csv cube current current_catalog current_date
  current_role current_schema current_time current_timestamp current_user cursor cycle database deallocate declare
  default defaults deferrable deferred definer delete delimiter depends depth desc detach dictionary disable discard
  distinct do domain drop each else enable encoding end enum escape except exclude excluding exclusive execute exists
  explain expression extension external extract fetch filter finalize first following for force foreign format forward
  freeze from full function functions generated global grant granted greatest group grouping groups handler having
  header hold identity if ilike immediate immutable implicit import in include including increment index indexes
  inherit inherits initially inner inout input insensitive insert instead intersect into invoker is isnull isolation
  join json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize json_table
  json_value language large last lateral leading leakproof least left like limit listen load local localtime
  localtimestamp lock locked logged mapping match matched materialized maxvalue merge merge_action minvalue move
  natural next nfc nfd nfkc nfkd no none normalize not nothing notify notnull nowait nullif nulls of off offset
  oids on only operator options or order ordinality others out outer over overlaps overlay overriding owned owner
  parallel parser partial partition passing placing plan plans policy preceding prepare prepared preserve primary prior
  privileges procedural procedure procedures program publication quote range read reassign recursive references
  referencing refresh reindex relative release rename repeatable replace replica reset restart restrict return
  returning returns revoke right role rollback rollup routine routines row rows rule savepoint schema schemas scroll
  security select sequence sequences serializable server session session_user set setof sets share show similar skip
  snapshot some stable standalone start statement statistics stdin stdout storage stored strict subscription substring
  symmetric system system_user table tables tablesample tablespace temp template temporary then ties to trailing
  transaction transform treat trigger trim truncate trusted type types uescape unbounded uncommitted unencrypted union
  unique unlisten unlogged until update user using vacuum valid validate validator values variadic verbose view views
  volatile when where window with within without work wrapper write xmlattributes xmlconcat xmlelement xmlexists
  xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable
  alias assert constant elsif exception exit foreach found get diagnostics loop perform raise notice warning info debug
  log reverse slice sqlerrm sqlstate while`

const TYPES = `bigint bigserial bit bool boolean box bpchar bytea char character cidr circle citext date daterange dec
  decimal double float float4 float8 inet int int2 int4 int4range int8 int8range integer interval json jsonb jsonpath
  line lseg macaddr macaddr8 money national nchar numeric numrange oid point polygon precision real record regclass
  regproc regrole regtype serial smallint smallserial text time timestamp timestamptz timetz tsquery tsrange tstzrange
  tsvector uuid varbit varchar varying void xml zone anyelement anyarray event_trigger`

// Suggested while typing; their colour comes from being called, see marks.ts.
const FUNCTIONS = `abs age array_agg array_append array_length array_position array_remove array_to_string avg bool_and
  bool_or btrim cardinality ceil char_length clock_timestamp concat concat_ws corr count cume_dist currval date_bin
  date_part date_trunc dense_rank encode decode every first_value floor format gen_random_uuid generate_series
  has_table_privilege initcap json_agg json_build_object jsonb_agg jsonb_array_elements jsonb_array_length
  jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text jsonb_object_agg jsonb_object_keys jsonb_path_query
  jsonb_pretty jsonb_set jsonb_typeof lag last_value lead length ln lower lpad ltrim make_date make_interval max md5 min
  mod mode nextval now nth_value ntile percent_rank percentile_cont percentile_disc pg_get_viewdef pg_relation_size
  pg_size_pretty pg_sleep pg_total_relation_size plainto_tsquery power random rank regexp_match regexp_matches
  regexp_replace regexp_split_to_table repeat reverse round row_number row_to_json rpad rtrim setval sign split_part
  sqrt stddev string_agg string_to_array strpos substr sum to_char to_date to_json to_jsonb to_number to_timestamp
  to_tsquery to_tsvector translate unnest upper variance websearch_to_tsquery width_bucket`

const words = (text: string) => text.replace(/\s+/g, ' ')

/** Every word of the language that can be suggested while typing. */
export const WORDS: readonly string[] = words(`${KEYWORDS} ${TYPES} ${FUNCTIONS}`).split(' ')

/** PostgreSQL as it is written, PL/pgSQL included. */
export const dialect = SQLDialect.define({
  keywords: words(KEYWORDS),
  builtin: words(FUNCTIONS),
  types: words(TYPES),
  charSetCasts: true,
  doubleDollarQuotedStrings: true,
  operatorChars: '+-*/<>=~!@#%^&|`?',
  specialVar: '',
})
