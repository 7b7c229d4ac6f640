import { ErrorState } from '@stoa/ui'
import { useMemo } from 'react'
import type { CopyResult } from '../grid/types.ts'
import { PlanView } from './PlanView.tsx'
import { readPlan } from './plan.ts'
import { planOfText } from './text-plan.ts'

/** What EXPLAIN gave, drawn. */
export function PlanPane({ text, onCopy }: { text: string; onCopy: (result: CopyResult) => void }) {
  const plan = useMemo(() => readPlan(text.trimStart().startsWith('[') ? text : (planOfText(text) ?? '')), [text])
  if (plan === null)
    return <ErrorState title="This plan cannot be drawn" reason="It is not in the form that EXPLAIN gives" />
  return <PlanView plan={plan} text={text} onSkipped={() => onCopy({ status: 'no-focus', rows: 0, columns: 0 })} />
}
