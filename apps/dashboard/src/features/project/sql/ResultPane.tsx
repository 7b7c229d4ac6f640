import { type ComponentProps, type ReactNode, type RefObject, Suspense } from 'react'
import { lazyPart } from '../../../parts/frame/lazy-part.tsx'
import { Results } from '../../../parts/result/Results.tsx'
import { StatusLine } from '../../../parts/result/StatusLine.tsx'
import type { SqlCodeHandle } from '../../../parts/sql-code/SqlCode.tsx'
import { RunBar } from './run/RunBar.tsx'
import { EditorTools } from './templates/EditorTools.tsx'

const ExplainMenu = lazyPart(async () => (await import('./run/ExplainMenu.tsx')).ExplainMenu)
const AssistMenu = lazyPart(async () => (await import('../../../parts/sql-assist/AssistMenu.tsx')).AssistMenu)

/**
 * What stands below the text: its controls, its result and the line at the foot. It comes when one can type.
 * @param bar what runs the text, and how
 * @param head forms and questions above the result
 * @param assist what the assistant does with the text; null where there is none
 * @param lockedReason why the text cannot be changed
 */
export function ResultPane({
  bar,
  head,
  editor,
  assist,
  lockedReason,
  onExplain,
  results,
  status,
}: {
  bar: Omit<ComponentProps<typeof RunBar>, 'children'>
  head: ReactNode
  editor: RefObject<SqlCodeHandle | null>
  assist: {
    readonly projectRef: string
    readonly schema: string
    readonly name: string
    readonly onName: (name: string) => void
  } | null
  lockedReason: string | undefined
  onExplain: (analyze: boolean) => void
  results: ComponentProps<typeof Results>
  status: ComponentProps<typeof StatusLine>
}) {
  return (
    <>
      {head}
      <RunBar {...bar}>
        <Suspense fallback={null}>
          <ExplainMenu disabledReason={bar.disabledReason} onExplain={onExplain} />
          {assist === null ? null : <AssistMenu {...assist} editor={editor} disabledReason={lockedReason} />}
        </Suspense>
        <EditorTools editor={editor} disabledReason={lockedReason} />
      </RunBar>
      <Results {...results} />
      <StatusLine {...status} />
    </>
  )
}
