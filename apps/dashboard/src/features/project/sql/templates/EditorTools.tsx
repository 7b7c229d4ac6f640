import { IconButton } from '@stoa/ui'
import { LayoutTemplate, WandSparkles } from 'lucide-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import type { SqlCodeHandle } from '../../../../parts/sql-code/SqlCode.tsx'

const TemplateDialog = lazy(async () => ({
  default: (await import('../../../../parts/sql-templates/TemplateDialog.tsx')).TemplateDialog,
}))

/** What is done with the text besides running it: set it in lines, begin with a template. */
export function EditorTools({
  editor,
  disabledReason,
}: {
  editor: RefObject<SqlCodeHandle | null>
  /** Why the text cannot be changed. */
  disabledReason: string | undefined
}) {
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <IconButton
        icon={WandSparkles}
        label="Format"
        kbd="shift+alt+f"
        disabledReason={disabledReason}
        onClick={() => editor.current?.format()}
      />
      <IconButton
        icon={LayoutTemplate}
        label="Templates"
        disabledReason={disabledReason}
        onClick={() => setChoosing(true)}
      />
      {choosing ? (
        <Suspense fallback={null}>
          <TemplateDialog
            description="SQL for common tasks, to be changed as you need it. It is put at the cursor and not run."
            onPick={({ sql }) => editor.current?.insert(sql)}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
