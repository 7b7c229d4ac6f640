import { Dialog, KeyCaps } from '@stoa/ui'

const GROUPS: readonly { readonly name: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    name: 'Run',
    keys: [
      ['mod+enter', 'Run the selected text, or all of it'],
      ['mod+shift+enter', 'Run the statement at the cursor, which is marked at its edge'],
    ],
  },
  {
    name: 'Write',
    keys: [
      ['ctrl+space', 'Suggest names and keywords'],
      ['tab', 'Take a suggestion'],
      ['mod+shift+space', 'What the function at the cursor takes'],
      ['shift+alt+f', 'Format the selected text, or all of it'],
      ['mod+/', 'Comment lines out, and back'],
      ['mod+alt+k', 'Have the assistant write or change SQL'],
      ['alt+\\', 'Have it go on with the text; Tab takes that'],
      ['mod+z', 'Undo'],
    ],
  },
  {
    name: 'Find and select',
    keys: [
      ['mod+f', 'Find and replace'],
      ['mod+d', 'Select the next occurrence too'],
      ['alt+up', 'Move the line up'],
      ['mod+alt+down', 'One more cursor below'],
      ['mod+shift+k', 'Delete the line'],
    ],
  },
  {
    name: 'Leave',
    keys: [
      ['escape', 'Then Tab: to the next control'],
      ['mod+j', 'Open or close the SQL editor panel'],
    ],
  },
]

/** The keys of the SQL editor. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keys of the SQL editor" width={520} fillNarrow>
      <div className="flex flex-col gap-4">
        {GROUPS.map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <h3 className="pb-1 text-12 font-medium text-fg-3">{name}</h3>
            <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 text-13">
              {keys.map(([key, what]) => (
                <div key={key} className="col-span-2 grid grid-cols-subgrid">
                  <dt>
                    <KeyCaps keys={key} />
                  </dt>
                  <dd className="text-fg-2">{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
