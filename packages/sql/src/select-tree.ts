import { isAllowedFunction } from './functions.ts'

// What a query does is read off the text of its tree and not off the tree itself: building the objects of a large one
// takes as long as parsing it. A quote inside a string constant is escaped there, so a quoted name that follows a
// brace or a comma is always a key.

/** Nodes of which a query that only reads is made. What is not here is not known to only read. */
const READING = `SelectStmt ResTarget ColumnRef String A_Star RangeVar JoinExpr A_Expr A_Const BoolExpr FuncCall SortBy
  RangeSubselect Alias SubLink CommonTableExpr WithClause TypeCast TypeName CaseExpr CaseWhen CoalesceExpr NullTest
  BooleanTest List Integer Float Boolean BitString WindowDef A_ArrayExpr A_Indices A_Indirection RowExpr GroupingSet
  GroupingFunc CollateClause ParamRef RangeFunction SQLValueFunction CTESearchClause CTECycleClause`.split(/\s+/)
const WRITING = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

/** Other nodes that are calls to whoever writes them, by the words that people know. */
const CALLS: Readonly<Record<string, string>> = {
  MinMaxExpr: 'greatest or least',
  XmlExpr: 'XML',
  XmlSerialize: 'xmlserialize',
  RangeTableSample: 'tablesample',
  RangeTableFunc: 'xmltable',
}

/** Finds only what is not among them: taking down every node of a long text would cost more than parsing it. */
const KIND = new RegExp(`[{,]"(?!(?:${READING.join('|')})")([A-Z]\\w*)":`, 'g')
const LOCKING = /[{,]"lockingClause":/
const INTO = /[{,]"intoClause":/
const CALL = /[{,]"FuncCall":(?:\{"funcname":\[((?:\{"String":\{"sval":"(?:[^"\\]|\\.)*"\}\},?)+)\])?/g
const NAME = /"sval":("(?:[^"\\]|\\.)*")/g
const VALUE_FUNCTION = /[{,]"SQLValueFunction":\{"op":"SVFOP_(\w+)"/g

/** What the tree of one `SelectStmt` does. */
export type SelectFacts = {
  /** It changes or makes something, or locks rows. */
  readonly writes: boolean
  /** What it calls that is not on the list of allowed functions, each once. */
  readonly unknownFunctions: readonly string[]
}

/** Reads off what a query does. @param tree the JSON of its tree */
export function selectFacts(tree: string): SelectFacts {
  const unknown = new Set<string>()
  let writes = LOCKING.test(tree) || INTO.test(tree)
  const others = new Set<string>()
  for (const [, kind = ''] of tree.matchAll(KIND)) {
    if (WRITING.has(kind)) writes = true
    else others.add(CALLS[kind] ?? (kind.startsWith('Json') ? 'JSON' : kind))
  }
  // A query that writes consists of more, and is asked about anyway.
  if (!writes) for (const other of others) unknown.add(other)
  for (const [, names] of tree.matchAll(CALL)) {
    // A call whose name cannot be read off is none that is known.
    const path =
      names === undefined ? [] : [...names.matchAll(NAME)].map(([, name]) => JSON.parse(name ?? '""') as string)
    if (!isAllowedFunction(path)) unknown.add(path.join('.') || 'a function')
  }
  for (const [, op = ''] of tree.matchAll(VALUE_FUNCTION)) {
    const name = op.toLowerCase().replace(/_n$/, '')
    if (!isAllowedFunction([name])) unknown.add(name)
  }
  return { writes, unknownFunctions: [...unknown] }
}
