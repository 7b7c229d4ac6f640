import type { Project } from '@stoa/contract'
import { CopyButton, Tabs } from '@stoa/ui'
import { useState } from 'react'
import { ConnectionRows } from '../../../parts/project/ConnectionRows.tsx'
import { connectionOf, envLines } from '../../../parts/project/connection.ts'
import { ResetPassword } from '../../../parts/project/ResetPassword.tsx'

type View = 'strings' | 'env'

const TABS: { value: View; label: string }[] = [
  { value: 'strings', label: 'Strings' },
  { value: 'env', label: '.env' },
]

/** How to connect to the database, as a section of the page. */
export function Connect({ project }: { project: Project }) {
  const [view, setView] = useState<View>('strings')
  const connection = connectionOf(project)
  return (
    <section>
      <div className="mb-1 flex flex-wrap items-center gap-x-5 max-wide:gap-x-4">
        <h2 className="ui-h2">Connect</h2>
        <Tabs label="How to connect" value={view} onValueChange={setView} tabs={TABS} bare />
        <span className="-mr-2.5 ml-auto max-wide:mr-0">
          <ResetPassword project={project} />
        </span>
      </div>
      {connection === null ? (
        <p className="border-y border-line py-3 text-fg-2">The address is known once the server has started.</p>
      ) : view === 'strings' ? (
        <ConnectionRows connection={connection} />
      ) : (
        <EnvFile text={envLines(connection)} />
      )}
    </section>
  )
}

function EnvFile({ text }: { text: string }) {
  return (
    <div className="flex items-start border-y border-line">
      <pre className="ui-mono min-w-0 flex-1 overflow-x-auto py-2.5 text-12 leading-5">{text}</pre>
      <span className="flex items-center gap-1 py-1">
        <CopyButton value={`${text}\n`} label="Copy all lines" showWord />
      </span>
    </div>
  )
}
