const keyOf = (ref: string) => `stoa.sql.panel ${ref}`

/** The text of the panel as it was left, in this browser. */
export function readPanelText(ref: string): string {
  try {
    return localStorage.getItem(keyOf(ref)) ?? ''
  } catch {
    return ''
  }
}

/** Keeps the text of the panel. */
export function keepPanelText(ref: string, text: string): void {
  try {
    localStorage.setItem(keyOf(ref), text)
  } catch {
    // A full storage keeps what it has; the text stays in the editor.
  }
}
