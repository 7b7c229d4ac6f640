import type { EditorView } from '@codemirror/view'
import { formatSql } from '@stoa/sql/format'
import { toast } from '@stoa/ui'
import { changeBetween } from './change.ts'

/** A longer text is set in lines beside the page, which would stand still for seconds, in characters. */
const AT_ONCE = 20_000

/** Sets a text in lines, wherever that is best done. */
function formatted(text: string): Promise<string | null> {
  if (text.length <= AT_ONCE) return Promise.resolve(formatSql(text))
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./format.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<string | null>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = () => {
      worker.terminate()
      reject(new Error('The formatter could not be loaded'))
    }
    worker.postMessage(text)
  })
}

/**
 * Sets the selected text, or all of it, in lines. It brings the formatter with it, so load it lazily.
 * @returns whether that was possible; a text that is half written is left as it is
 */
export async function formatView(view: EditorView): Promise<boolean> {
  const { doc, selection } = view.state
  const { from, to, empty } = selection.main
  const range = empty ? { from: 0, to: doc.length } : { from, to }
  const text = view.state.sliceDoc(range.from, range.to)
  const result = await formatted(text)
  if (result === null) return false
  // Its tab was left: what is there then is for who comes back.
  if (!view.dom.isConnected) return true
  if (!view.state.doc.eq(doc)) {
    toast.info({ title: 'This SQL was not formatted', description: 'It has changed meanwhile. Format it again.' })
    return true
  }
  const change = changeBetween(text, result)
  view.dispatch({
    changes: { from: range.from + change.from, to: range.from + change.to, insert: change.insert },
    userEvent: 'format',
    scrollIntoView: true,
  })
  return true
}
