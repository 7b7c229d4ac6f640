import { Button } from '@stoa/ui'
import { Suspense, useState } from 'react'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import type { Template } from '../../../../parts/sql-templates/template.ts'
import { TEMPLATES } from '../../../../parts/sql-templates/templates.ts'

const TemplateDialog = lazyDialog(
  async () => (await import('../../../../parts/sql-templates/TemplateDialog.tsx')).TemplateDialog,
)

const OFFERED = new Set([
  'quickstart-todo',
  'quickstart-store',
  'create-table',
  'rls-owner',
  'table-sizes',
  'running-queries',
])

/** What an empty text could begin with. */
export function Beginnings({ onPick }: { onPick: (sql: string) => void }) {
  const [choosing, setChoosing] = useState(false)
  const offered: Template[] = TEMPLATES.flatMap(({ templates }) => templates).filter(({ id }) => OFFERED.has(id))
  return (
    <section aria-label="Begin with a template" className="flex flex-wrap items-center gap-2 px-4 pb-3">
      <span className="text-12 text-fg-3">Begin with</span>
      {offered.map(({ id, title, sql }) => (
        <Button key={id} size="sm" onClick={() => onPick(sql)}>
          {title}
        </Button>
      ))}
      <Button size="sm" variant="quiet" onClick={() => setChoosing(true)}>
        All templates
      </Button>
      {choosing ? (
        <Suspense fallback={null}>
          <TemplateDialog
            description="SQL for common tasks, to be changed as you need it. It is not run before you run it."
            onPick={({ sql }) => onPick(sql)}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
