import { Button, Tabs } from '@stoa/ui'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { GENERATE_A, QUICKSTARTS, STARTER_PROMPTS } from './prompts.ts'

/**
 * What an empty chat offers.
 * @param onPick puts a beginning into the input
 */
export function Welcome({ isShared, onPick }: { isShared: boolean; onPick: (text: string) => void }) {
  const [group, setGroup] = useState<string>(STARTER_PROMPTS[0].group)
  const { prompts } = STARTER_PROMPTS.find((one) => one.group === group) ?? STARTER_PROMPTS[0]
  return (
    <div className="grid gap-6 px-4 py-6">
      <div>
        <h3 className="text-16 font-semi">What do you want to know or build?</h3>
        <p className="mt-1 text-13 text-fg-2">
          Ask about your database, or let the assistant write SQL. It reads by itself, and writes only when you say so.
        </p>
      </div>
      <section aria-label="Quickstarts">
        <h4 className="pb-2 text-12 font-medium text-fg-3">Begin with</h4>
        <div className="flex flex-wrap gap-1.5">
          {QUICKSTARTS.map(({ title, prompt }) => (
            <Button key={title} size="sm" onClick={() => onPick(prompt)}>
              {title}
            </Button>
          ))}
          <Button size="sm" icon={Sparkles} onClick={() => onPick(GENERATE_A)}>
            Generate a ...
          </Button>
        </div>
      </section>
      <section aria-label="Suggestions">
        <div className="overflow-x-auto">
          <Tabs
            label="Suggestions"
            value={group}
            onValueChange={setGroup}
            tabs={STARTER_PROMPTS.map((one) => ({ value: one.group, label: one.group }))}
          >
            <ul className="grid pt-1">
              {prompts.map((prompt) => (
                <li key={prompt} className="grid">
                  <button
                    type="button"
                    className="focus-inset -mx-2 rounded-3 px-2 py-1.5 text-left text-13 text-fg-2 hover:bg-hover hover:text-fg-1"
                    onClick={() => onPick(prompt)}
                  >
                    {prompt}
                  </button>
                </li>
              ))}
            </ul>
          </Tabs>
        </div>
      </section>
      {isShared ? (
        <p className="text-12 text-fg-3">
          The names of schemas, tables and columns are sent to the model. Rows are not, unless you allow it for a chat.
        </p>
      ) : null}
    </div>
  )
}
