import type { InferContractRouterOutputs } from '@orpc/contract'
import type { listProjects } from '@stoa/contract'
import { bytesParts, formatBytes, formatNumber } from '@stoa/ui'
import { type ColonnadeColumn, MemoryColonnade } from '@stoa/ui/charts'
import type { Row } from './project-rows.ts'

type Machine = InferContractRouterOutputs<typeof listProjects>['machine']

function Fact({ name, value, rest }: { name: string; value: string; rest: string }) {
  return (
    <div>
      <dt className="text-12 text-fg-3">{name}</dt>
      <dd className="num text-14 font-medium">
        {value} <span className="ui-unit">{rest}</span>
      </dd>
    </div>
  )
}

/** How much of how much; the unit stands once where it is the same: `2.6` `of 16 GB`. */
function usage(used: number, total: number): { value: string; rest: string } {
  const part = bytesParts(used)
  const whole = bytesParts(total)
  return {
    value: part.unit === whole.unit ? part.value : `${part.value} ${part.unit}`,
    rest: `of ${whole.value} ${whole.unit}`,
  }
}

const TONES: Record<Row['kind'], ColonnadeColumn['tone']> = {
  running: 'normal',
  progress: 'work',
  paused: 'hollow',
  failed: 'bad',
  unknown: 'hollow',
}

function toColumn({ project, kind, tone, word, memoryLimit }: Row): ColonnadeColumn {
  const used = project.memory_bytes
  return {
    id: project.ref,
    name: project.name,
    share: (used ?? 0) / memoryLimit,
    tone: tone === 'warn' ? 'warn' : TONES[kind],
    text: used === null ? word : `${formatBytes(used)} of ${formatBytes(memoryLimit)}`,
  }
}

/** What the machine has and uses, and one column per project under one roof, filled to its share of memory. */
export function MachineSummary({ machine, rows }: { machine: Machine; rows: readonly Row[] }) {
  return (
    <div className="flex items-end gap-10 max-wide:hidden">
      <dl className="flex gap-7">
        <Fact name="Memory" {...usage(machine.memory_used_bytes, machine.memory_total_bytes)} />
        <Fact name="Disk" {...usage(machine.disk_used_bytes, machine.disk_total_bytes)} />
        <Fact name="CPU, 5 min" value={formatNumber(Math.round(machine.cpu_load * 100))} rest="%" />
      </dl>
      {rows.length === 0 ? null : <MemoryColonnade label="Memory by project" columns={rows.map(toColumn)} />}
    </div>
  )
}
