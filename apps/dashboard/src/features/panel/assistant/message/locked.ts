import { createContext } from 'react'

/**
 * Why questions cannot be changed or asked again now; undefined when they can. It changes with every question, and only
 * the buttons of a long chat have to hear of that.
 */
export const Locked = createContext<string | undefined>(undefined)
