import { local, session } from '../../../parts/browser-store/local.ts'

const keyOf = (ref: string) => `stoa.sql.panel ${ref}`

/** The text of the panel as this tab of the browser left it; in a new tab, as it was left last anywhere. */
export const readPanelText = (ref: string): string => session.read(keyOf(ref)) ?? local.read(keyOf(ref)) ?? ''

/** Keeps the text of the panel. Another tab has a text of its own, which this one does not write over. */
export function keepPanelText(ref: string, text: string): void {
  session.store(keyOf(ref), text)
  local.store(keyOf(ref), text)
}
