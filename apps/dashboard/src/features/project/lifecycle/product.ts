import { createContext, use } from 'react'

/** What the address being opened is for, such as "the SQL editor"; null for a project's own home. */
export const Product = createContext<string | null>(null)
/** What the address is for that this is drawn at. */
export const useProduct = (): string | null => use(Product)
