import { Dialog } from '@stoa/ui'
import { TemplateList } from './TemplateList.tsx'
import type { Template } from './template.ts'

/** Templates in a dialog; choosing one closes it. */
export function TemplateDialog({
  title = 'Templates',
  description,
  onPick,
  onClose,
}: {
  title?: string
  description: string
  onPick: (template: Template) => void
  onClose: () => void
}) {
  return (
    <Dialog onClose={onClose} title={title} description={description} width={680} fillNarrow>
      <TemplateList
        onPick={(template) => {
          onClose()
          onPick(template)
        }}
      />
    </Dialog>
  )
}
