import { hoverTooltip } from '@codemirror/view'
import { markField } from './error-mark.ts'

/** Shows the message of a marked error while the pointer is over the mark. */
export const errorHover = hoverTooltip((view, at) => {
  const mark = view.state.field(markField)
  if (!mark || at < mark.from || at > mark.to) return null
  return {
    pos: mark.from,
    end: mark.to,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'cm-sql-error-message'
      dom.textContent = mark.message
      return { dom }
    },
  }
})
