import { RestError } from '../errors.ts'
import { nearest } from '../fuzzy.ts'
import { place, type Routine, type SchemaCache } from '../schema/cache.ts'

/** The type of a body that goes whole into a function's only parameter, which has no name. */
export type WholeType = 'json' | 'text' | 'xml' | 'bytea'
const WHOLE: Record<WholeType, readonly string[]> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytea: ['bytea'],
}

/** Whether arguments of these names can be given to a function. */
function takes(routine: Routine, names: ReadonlySet<string>): boolean {
  const required = routine.args.filter((arg) => arg.required)
  const known = new Set(routine.args.map((arg) => arg.name))
  return required.every((arg) => names.has(arg.name)) && [...names].every((name) => known.has(name))
}

const takesWhole = (routine: Routine, whole: WholeType | null): boolean =>
  whole !== null &&
  routine.args.length === 1 &&
  routine.args[0]?.name === '' &&
  WHOLE[whole].includes(routine.args[0].type)

const signature = (routine: Routine): string =>
  `${routine.schema}.${routine.name}(${routine.args.map((arg) => `${arg.name} => ${arg.type}`).join(', ')})`

function unknown(
  cache: SchemaCache,
  schema: string,
  name: string,
  names: readonly string[],
  whole: WholeType | null,
  overloads: readonly Routine[],
): RestError {
  const only = whole !== null && whole !== 'json'
  const full = `${schema}.${name}`
  const list = names.toSorted().join(', ')
  const inMessage = only ? '' : names.length === 0 ? ' without parameters' : `(${list})`
  const withNames = names.length === 0 ? ' without parameters' : ` with parameter${names.length > 1 ? 's' : ''} ${list}`
  const inDetails = only
    ? ` with a single unnamed ${whole} parameter`
    : whole === 'json'
      ? `${withNames} or with a single unnamed json/jsonb parameter`
      : withNames
  const params = overloads.map(
    (one) =>
      `(${one.args
        .map((arg) => arg.name)
        .sort()
        .join(', ')})`,
  )
  const known = [...cache.routines.values()]
    .flatMap((group) => group.filter(({ callable }) => callable).slice(0, 1))
    .filter((one) => one.schema === schema)
  const near =
    overloads.length === 0
      ? nearest(
          known.map((one) => one.name),
          name,
        )
      : nearest(params, `(${list})`)
  const meant = near === null ? null : overloads.length === 0 ? near : `${name}${near}`
  return new RestError(404, 'PGRST202', `Could not find the function ${full}${inMessage} in the schema cache`, {
    details: `Searched for the function ${full}${inDetails}, but no matches were found in the schema cache.`,
    hint: meant === null ? null : `Perhaps you meant to call the function ${schema}.${meant}`,
  })
}

function ambiguous(found: readonly Routine[]): RestError {
  const list = found.map(signature).join(', ')
  return new RestError(300, 'PGRST203', `Could not choose the best candidate function between: ${list}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}

/**
 * The function that a call means, among those that share its name.
 * @param whole the type of the body, where it may go whole into a parameter without a name
 * @returns the function, and whether it takes the body whole
 * @throws RestError PGRST202 for none, PGRST203 for more than one
 */
export function findRoutine(
  cache: SchemaCache,
  schema: string,
  name: string,
  names: readonly string[],
  whole: WholeType | null,
): { readonly routine: Routine; readonly takesWhole: boolean } {
  const overloads = (cache.routines.get(place(schema, name)) ?? []).filter(({ callable }) => callable)
  const given = new Set(names)
  const raw = whole !== null && whole !== 'json'
  const byNames = overloads.filter((one) => takes(one, given) && !(raw && one.args.length === 0))
  const [first, second] = byNames
  if (first && !second) return { routine: first, takesWhole: false }
  if (byNames.length > 1) throw ambiguous(byNames)
  const byType = overloads.filter((one) => takesWhole(one, whole))
  const [one] = byType
  if (!one) throw unknown(cache, schema, name, names, whole, overloads)
  if (byType.length > 1) throw ambiguous(byType)
  return { routine: one, takesWhole: true }
}
