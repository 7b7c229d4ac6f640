import { createContext } from 'react'
import { createValue, type Value } from '../../../../parts/value/value.ts'

/** Why questions cannot be changed or asked again now; undefined when they can. */
export type LockedReason = string | undefined

/**
 * It changes with every question, and only the buttons that are near have to hear of that: a long chat has hundreds of
 * them.
 */
export const Locked = createContext<Value<LockedReason>>(createValue<LockedReason>(undefined))
