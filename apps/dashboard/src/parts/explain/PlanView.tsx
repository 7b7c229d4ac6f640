import { CopyButton, formatBytes, formatCompact, formatNumber, Segmented } from '@stoa/ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { prettyJson } from '../result/pretty-json.ts'
import './explain.css'
import { flat, misjudged, type Plan, type PlanNode } from './plan.ts'

type View = 'tree' | 'text'
/** From this factor on an estimate counts as wrong: below it, plans are rarely different. */
const MISJUDGED = 10
const PAGE_BYTES = 8192

const time = (ms: number): string => `${formatNumber(Number(ms.toFixed(ms < 10 ? 2 : ms < 100 ? 1 : 0)))} ms`
const pages = (count: number): string => formatBytes(count * PAGE_BYTES)

/** A plan as a tree: what each step costs, how long it took, and how many rows were expected and came. */
export function PlanView({ plan, text, onSkipped }: { plan: Plan; text: string; onSkipped: () => void }) {
  const [view, setView] = useState<View>('tree')
  const form = text.trimStart().startsWith('[') ? 'JSON' : 'Text'
  return (
    <section aria-label="Plan" className="flex h-full min-h-0 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line px-3.5 py-2">
        <Segmented
          label="View of the plan"
          value={view}
          onValueChange={setView}
          options={[
            { value: 'tree', label: 'Tree' },
            { value: 'text', label: form },
          ]}
        />
        <dl className="num flex flex-wrap gap-x-4 gap-y-1 text-12 max-wide:order-last max-wide:basis-full">
          {plan.executionMs === null ? (
            <Figure name="Cost" value={formatNumber(plan.root.totalCost)} />
          ) : (
            <Figure name="Execution" value={time(plan.executionMs)} />
          )}
          {plan.planningMs === null ? null : <Figure name="Planning" value={time(plan.planningMs)} />}
          {plan.jitMs === null ? null : <Figure name="Compiling" value={time(plan.jitMs)} />}
          {plan.triggers.map((trigger, place) => (
            <Figure
              // biome-ignore lint/suspicious/noArrayIndexKey: they stay as they are, and several may have one name
              key={place}
              name={`Trigger ${trigger.name}`}
              value={`${time(trigger.ms)}, ${formatNumber(trigger.calls)} ${trigger.calls === 1 ? 'call' : 'calls'}`}
            />
          ))}
        </dl>
        <span className="ml-auto">
          <CopyButton value={text} label="Copy the plan" size="xs" onSkipped={onSkipped} />
        </span>
      </div>
      {view === 'text' ? (
        <textarea
          readOnly
          aria-label={form === 'JSON' ? 'Plan as JSON' : 'Plan as text'}
          spellCheck={false}
          value={prettyJson(text)}
          className="ui-mono focus-inset min-h-0 flex-1 resize-none px-3.5 py-2.5 text-12 leading-[18px]"
        />
      ) : (
        <Tree plan={plan} />
      )}
    </section>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-fg-3">{name}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  )
}

function Tree({ plan }: { plan: Plan }) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState(plan.slowest)
  const tree = useRef<HTMLDivElement>(null)
  const rows = visible(plan.root, closed)
  const goTo = (row: Row | undefined) => {
    if (row === undefined) return
    setCurrent(row.node.id)
    tree.current?.querySelector<HTMLElement>(`[data-node="${row.node.id}"]`)?.focus()
  }
  const toggle = (id: number, open: boolean) => {
    const next = new Set(closed)
    if (open) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = rows.findIndex(({ node }) => node.id === current)
    const row = rows[at]
    if (row === undefined) return
    const isParent = row.node.children.length > 0
    const isOpen = isParent && !closed.has(row.node.id)
    if (event.key === 'ArrowDown') goTo(rows[at + 1])
    else if (event.key === 'ArrowUp') goTo(rows[at - 1])
    else if (event.key === 'Home') goTo(rows[0])
    else if (event.key === 'End') goTo(rows.at(-1))
    else if (event.key === 'ArrowRight' && isParent) isOpen ? goTo(rows[at + 1]) : toggle(row.node.id, true)
    else if (event.key === 'ArrowLeft' && isOpen) toggle(row.node.id, false)
    else if (event.key === 'ArrowLeft') goTo(rows.findLast((other, place) => place < at && other.level < row.level))
    else return
    event.preventDefault()
  }
  const whole = plan.isRun
    ? Math.max(plan.root.actual?.totalMs ?? 0, 0.001)
    : Math.max(
        flat(plan.root).reduce((sum, node) => sum + node.ownCost, 0),
        0.001,
      )
  // A hidden step cannot hold the focus.
  const stop = rows.some(({ node }) => node.id === current) ? current : plan.root.id
  return (
    <div ref={tree} role="tree" aria-label="Steps of the plan" className="plan-tree" onKeyDown={onKeyDown}>
      {rows.map(({ node, level }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for all of its steps
        <div
          key={node.id}
          role="treeitem"
          data-node={node.id}
          tabIndex={node.id === stop ? 0 : -1}
          aria-level={level}
          aria-selected={node.id === current}
          aria-expanded={node.children.length > 0 ? !closed.has(node.id) : undefined}
          className="plan-node focus-inset"
          style={{ paddingLeft: 14 + (level - 1) * 20 }}
          onClick={() => setCurrent(node.id)}
          onFocus={() => setCurrent(node.id)}
          onDoubleClick={() => node.children.length > 0 && toggle(node.id, closed.has(node.id))}
        >
          <Step node={node} whole={whole} isSlowest={node.id === plan.slowest} isRun={plan.isRun} />
          {node.id === current ? <Details node={node} /> : null}
        </div>
      ))}
    </div>
  )
}

type Row = { readonly node: PlanNode; readonly level: number }

const visible = (node: PlanNode, closed: ReadonlySet<number>, level = 1): Row[] => [
  { node, level },
  ...(closed.has(node.id) ? [] : node.children.flatMap((child) => visible(child, closed, level + 1))),
]

function Step({
  node,
  whole,
  isSlowest,
  isRun,
}: {
  node: PlanNode
  whole: number
  isSlowest: boolean
  isRun: boolean
}) {
  const share = Math.min(1, (isRun ? (node.actual?.ownMs ?? 0) : node.ownCost) / whole)
  const off = misjudged(node)
  const neverRun = node.actual?.loops === 0
  return (
    <div className="plan-step num">
      <span className="min-w-0 clip">
        <b className="font-medium">{node.type}</b>
        {node.on === null ? null : <span className="ui-mono text-12 text-fg-2"> {node.on}</span>}
        {isSlowest ? <span className="plan-slowest">{isRun ? 'Slowest' : 'Costs most'}</span> : null}
        {neverRun ? <span className="ml-2 text-12 text-fg-3">never run</span> : null}
      </span>
      <span className="plan-bar" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} data-slowest={isSlowest || undefined} />
      </span>
      <span className="plan-time">
        {node.actual === null ? `cost ${formatCompact(node.ownCost)}` : time(node.actual.ownMs)}
      </span>
      <span className="plan-rows">
        {node.actual === null ? null : (
          <>
            {formatCompact(node.actual.rows)} <span className="text-fg-3">of</span>{' '}
          </>
        )}
        <span className={off !== null && off >= MISJUDGED ? 'text-warn-fg' : 'text-fg-3'}>
          {formatCompact(node.estimatedRows * Math.max(1, node.actual?.loops ?? 1))} expected
        </span>
      </span>
    </div>
  )
}

function Details({ node }: { node: PlanNode }) {
  const off = misjudged(node)
  const { actual, buffers } = node
  const lines: [string, string][] = [
    ['Cost', `${formatNumber(node.startupCost)} to ${formatNumber(node.totalCost)}`],
    ...(actual === null
      ? []
      : [
          ['Time', `${time(actual.ownMs)} alone, ${time(actual.totalMs)} with what is below it`] as [string, string],
          ...(actual.loops > 1 ? [['Loops', formatNumber(actual.loops)] as [string, string]] : []),
          ...(actual.processes > 1
            ? [['Processes', `${formatNumber(actual.processes)} at once`] as [string, string]]
            : []),
        ]),
    ...(off !== null && off >= MISJUDGED
      ? [['Estimate', `Off by a factor of ${formatCompact(Math.round(off))}; ANALYZE may help`] as [string, string]]
      : []),
    ...(buffers === null || buffers.hit + buffers.read + buffers.temp + buffers.written === 0
      ? []
      : [
          [
            'Pages',
            [
              `${pages(buffers.hit)} from memory`,
              `${pages(buffers.read)} read`,
              ...(buffers.written > 0 ? [`${pages(buffers.written)} written`] : []),
              ...(buffers.temp > 0 ? [`${pages(buffers.temp)} in temporary files`] : []),
            ].join(', '),
          ] as [string, string],
        ]),
    ...node.details.map(({ name, value }) => [name, value] as [string, string]),
  ]
  return (
    <dl className="plan-details">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="ui-mono">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
