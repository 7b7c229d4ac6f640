// The first thing that runs on an address of the SQL editor: it makes the editor stand where it stood last, with its
// text, before the dashboard is there. The dashboard then takes over the very same editor (parts/sql-code).
import { Compartment, EditorState, Prec, Transaction } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { parseBoot } from '../../../api/parse-boot.ts'
import { type EarlyEditor, layEarlyEditor } from '../../../parts/sql-code/early-editor.ts'
import { editing } from '../../../parts/sql-code/editing.ts'
import { type Place, rememberedPlace } from '../../../parts/sql-code/place.ts'
import { snippetIn } from './snippet-address.ts'
import { holdDraft, readDraftEarly, writeDraft } from './snippets/draft-store.ts'
import { storedTabs } from './snippets/stored-tabs.ts'

/** An element over the page, where the editor stood. */
function placeOn(page: HTMLElement, { left, top, width, height }: Place): HTMLElement {
  const element = document.createElement('div')
  Object.assign(element.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  })
  return page.appendChild(element)
}

/** Makes the editor. @returns null on a page that does not begin with one, or when its text is not in this browser */
async function stand(): Promise<EarlyEditor | null> {
  const boot = parseBoot(document.getElementById('stoa-boot')?.textContent)
  const place = rememberedPlace()
  if (!boot?.shell || !boot.project || place === null) return null
  const account = boot.shell.profile.id
  const { ref } = boot.project
  const id = snippetIn(location.pathname) ?? storedTabs(account, ref).active
  if (id === null) return null
  const reading = readDraftEarly(account, ref, id)

  let isToRun = false
  const element = placeOn(document.body, place)
  // While the text is on its way the editor is made, and takes none.
  const untilRead = new Compartment()
  const notes = new Compartment()
  const view = new EditorView({
    parent: element,
    state: EditorState.create({
      extensions: [
        untilRead.of(EditorView.editable.of(false)),
        notes.of([]),
        EditorView.contentAttributes.of({ 'aria-label': 'SQL', spellcheck: 'false', tabindex: '0' }),
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (isToRun = true), preventDefault: true }])),
        editing,
      ],
    }),
  })
  const leave = () => element.remove()
  const draft = await reading
  if (draft === null) {
    view.destroy()
    leave()
    return null
  }
  view.dispatch({
    changes: { from: 0, insert: draft.sql },
    // To undo does not take it away.
    annotations: Transaction.addToHistory.of(false),
    effects: untilRead.reconfigure([]),
  })
  let isTyped = false
  // Only now: the text that it begins with is none that was typed.
  view.dispatch({
    effects: notes.reconfigure(
      // What is typed before the dashboard is there outlasts the page too.
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (!docChanged) return
        isTyped = true
        const typed = { ...draft, sql: state.doc.toString(), dirty: true, at: Date.now() }
        holdDraft(account, ref, id, typed)
        // A long text is not held at every key.
        void writeDraft(account, ref, id, typed).catch(() => {})
      }),
    ),
  })
  view.focus()
  return { id, view, isTyped: () => isTyped, isToRun: () => isToRun, leave }
}

/** Resolves when what stands now has been painted; a page in the background paints nothing, and waits a moment. */
const painted = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve()
      channel.port2.postMessage(null)
    })
  })

/** Resolves when the editor has been painted, or when it is clear that the page has none. Never fails. */
export const standing: Promise<void> = stand()
  .then(async (editor) => {
    if (editor === null) return
    layEarlyEditor(editor)
    await painted()
  })
  .catch(() => {})
