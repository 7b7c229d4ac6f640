import { createContext, use } from 'react'

/** What the address being opened is for, such as "the SQL editor"; null for a project's own home. */
export const Product = createContext<string | null>(null)
export const useProduct = (): string | null => use(Product)
