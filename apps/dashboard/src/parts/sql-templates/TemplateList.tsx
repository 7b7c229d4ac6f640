import { NoMatch, SearchField } from '@stoa/ui'
import { useState } from 'react'
import type { Template } from './template.ts'
import { findTemplates } from './templates.ts'

/**
 * Templates and sample schemas to choose from, with a search.
 * @param onPick is given the one that was chosen
 */
export function TemplateList({ onPick }: { onPick: (template: Template) => void }) {
  const [words, setWords] = useState('')
  const groups = findTemplates(words)
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <div className="flex-none">
        <SearchField label="Find a template" data-autofocus="" value={words} onValueChange={setWords} />
      </div>
      {groups.length === 0 ? <NoMatch title="No template is called that" onClear={() => setWords('')} /> : null}
      <div className="flex min-h-0 flex-col gap-4 overflow-auto">
        {groups.map(({ name, templates }) => (
          <section key={name} aria-label={name}>
            <h3 className="pb-1 text-12 font-medium text-fg-3">{name}</h3>
            <ul className="grid grid-cols-1 gap-1 wide:grid-cols-2">
              {templates.map((template) => (
                <li key={template.id}>
                  <button
                    type="button"
                    className="flex h-full w-full flex-col justify-start rounded-3 px-2 py-1.5 text-left hover:bg-hover focus-inset"
                    onClick={() => onPick(template)}
                  >
                    <span className="block text-13 text-fg-1">{template.title}</span>
                    <span className="block text-12 text-fg-2">{template.about}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
