import { toast } from '@stoa/ui'
import type { CopyResult } from './types.ts'

/** Says that nothing was copied, because the window does not have the focus. */
export const sayNoFocus = (): void => {
  toast.info({
    title: 'Nothing was copied',
    description: 'This window does not have the focus. Click into it and copy again.',
  })
}

/** Says why a copy of a grid put nothing on the clipboard; silent when it did. */
export function sayCopy({ status }: CopyResult): void {
  if (status === 'no-focus') sayNoFocus()
  else if (status === 'too-large') toast.error('Nothing was copied: the selection is too large for the clipboard')
  else if (status === 'not-loaded') toast.error('Nothing was copied: some of the selected rows are not here yet')
  else if (status === 'not-whole')
    toast.error({
      title: 'Nothing was copied',
      description: 'Too many of the selected values are too large for the page. Export the table instead.',
    })
  else if (status === 'failed') toast.error('Nothing was copied: the browser gave no access to the clipboard')
}
