/** A saved query that is on its way into a report. */
export type DraggedSnippet = { readonly id: string; readonly label: string }

/** What a dragged saved query is called among the kinds of data that are dragged. */
export const SNIPPET_TYPE = 'application/x-stoa-snippet'

/** Puts a saved query on a drag, besides what is there already. */
export const writeSnippet = (data: DataTransfer, { id, label }: DraggedSnippet): void =>
  data.setData(SNIPPET_TYPE, JSON.stringify({ id, label }))

/** The saved query that was dropped; null when something else was. */
export function readSnippet(text: string): DraggedSnippet | null {
  try {
    const given = JSON.parse(text) as Partial<Record<keyof DraggedSnippet, unknown>> | null
    return typeof given?.id === 'string' && typeof given.label === 'string'
      ? { id: given.id, label: given.label }
      : null
  } catch {
    return null
  }
}
