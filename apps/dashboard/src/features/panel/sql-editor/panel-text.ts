import { local } from '../../../parts/browser-store/local.ts'

const keyOf = (ref: string) => `stoa.sql.panel ${ref}`

/** The text of the panel as it was left, in this browser. */
export const readPanelText = (ref: string): string => local.read(keyOf(ref)) ?? ''

/** Keeps the text of the panel. */
export const keepPanelText = (ref: string, text: string): void => void local.store(keyOf(ref), text)
