import { IconButton } from '@stoa/ui'
import { Keyboard, LayoutTemplate, WandSparkles } from 'lucide-react'
import { memo, type RefObject, Suspense, useState } from 'react'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { editorKeys } from '../../../../parts/sql-code/editor-keys.ts'
import type { SqlCodeHandle } from '../../../../parts/sql-code/SqlCode.tsx'
import { useValue } from '../../../../parts/value/value.ts'

const TemplateDialog = lazyDialog(
  async () => (await import('../../../../parts/sql-templates/TemplateDialog.tsx')).TemplateDialog,
)

const KeysDialog = lazyDialog(async () => (await import('../../../../parts/sql-code/KeysDialog.tsx')).KeysDialog)

/** What is done with the text besides running it: set it in lines, begin with a template, read its keys. */
export const EditorTools = memo(function EditorTools({
  editor,
  disabledReason,
}: {
  editor: RefObject<SqlCodeHandle | null>
  /** Why the text cannot be changed. */
  disabledReason: string | undefined
}) {
  const [choosing, setChoosing] = useState(false)
  const showsKeys = useValue(editorKeys)
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
      <span className="max-wide:hidden">
        <IconButton icon={Keyboard} label="Keys" onClick={() => editorKeys.set(true)} />
      </span>
      {showsKeys ? (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => editorKeys.set(false)} />
        </Suspense>
      ) : null}
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
})
