/** One state of a lifecycle: which events it accepts and where each leads. Anything else is said beside `on`. */
type State<Names extends string> = { readonly on: Readonly<Partial<Record<string, Names>>> }

type EventsOf<S> = { [K in keyof S]: S[K] extends { readonly on: infer On } ? keyof On : never }[keyof S] & string

/**
 * Makes a state machine from a table of states. The table is the whole behaviour: nothing outside it compares
 * statuses by hand.
 * @param states every state with the events it accepts, as `{ on: { event: 'NEXT_STATE' } }`
 */
export function lifecycle<const S extends Record<string, State<keyof S & string>>>(states: S) {
  type Name = keyof S & string
  type Event = EventsOf<S>
  const names = Object.keys(states) as Name[]
  const target = (from: Name, event: string): Name | undefined => {
    const on: Partial<Record<string, Name>> = Object.hasOwn(states, from) ? (states[from]?.on ?? {}) : {}
    return Object.hasOwn(on, event) ? on[event] : undefined
  }
  return {
    states,
    names,
    /** Whether the state accepts the event. */
    can: (from: Name, event: Event): boolean => target(from, event) !== undefined,
    /** Where the event leads. @throws RangeError when the state does not accept it */
    next(from: Name, event: Event): Name {
      const to = target(from, event)
      if (to === undefined) throw new RangeError(`${from} does not accept ${event}`)
      return to
    },
    /** Every state that accepts the event. */
    accepting: (event: Event): Name[] => names.filter((name) => target(name, event) !== undefined),
  }
}
