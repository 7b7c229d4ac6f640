import { useState } from 'react'
import { AreaChart, Chart, MemoryColonnade, Sparkline, StackedBar } from '../charts.tsx'
import { type CommandGroup, CommandMenu } from '../command.tsx'
import { Button, bytesParts, formatTime, toast } from '../index.ts'
import { MainPanel, Panels, SidePanel } from '../panels.tsx'
import { Shown } from './Shown.tsx'

const MB = 1024 * 1024
const START = new Date(2026, 10, 21, 9, 42).getTime()

/** Sixty minutes of made-up measurements round a level. */
function minutes(level: number, swing: number) {
  return Array.from({ length: 60 }, (_, index) => ({
    at: START + index * 60_000,
    value: Math.max(0, level + swing * (Math.sin(index / 3) + Math.sin(index * 1.7) / 2)),
  }))
}

const time = (at: number) => formatTime(at)
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const GROUPS = (run: (what: string) => void): CommandGroup[] => [
  {
    heading: 'Tables',
    items: [
      { id: 't1', label: 'port_calls', hint: 'public, 184,302 rows', onSelect: () => run('port_calls') },
      { id: 't2', label: 'port_load', hint: 'view', onSelect: () => run('port_load') },
    ],
  },
  {
    heading: 'Actions',
    items: [{ id: 'a1', label: 'Open the assistant', shortcut: 'mod+i', onSelect: () => run('assistant') }],
  },
]

/** Charts, panels and the command menu: what stands behind doors of its own. */
export function LivingCharts() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Shown title="Live charts" wide>
        <div className="grid grid-cols-2 gap-5 wide:grid-cols-4">
          <AreaChart
            label="CPU"
            points={minutes(14, 6)}
            limit={100}
            format={(v) => `${Math.round(v)} %`}
            formatAt={time}
            start="60 min"
          />
          <AreaChart
            label="Memory"
            points={minutes(412, 12)}
            limit={1024}
            format={(v) => `${Math.round(v)} MB`}
            formatAt={time}
            start="60 min"
          />
          <AreaChart
            label="Requests"
            points={minutes(1284, 200).map((point, index) =>
              index > 20 && index < 26 ? { ...point, value: null } : point,
            )}
            format={(v) => `${Math.round(v)} /min`}
            formatAt={time}
            start="60 min"
          />
          <AreaChart label="Connections" points={[]} limit={60} format={String} formatAt={time} start="60 min" />
        </div>
      </Shown>
      <Shown title="Sparkline, stack, colonnade">
        <div className="mb-4 flex items-center gap-3">
          <Sparkline values={minutes(40, 8).map((point) => point.value)} limit={100} />
          <Sparkline values={minutes(91, 3).map((point) => point.value)} limit={100} hot />
        </div>
        <MemoryColonnade
          label="Memory by project"
          columns={[
            { id: '1', name: 'harbor', share: 0.4, tone: 'normal', text: '412 of 1,024 MB' },
            { id: '2', name: 'tide-forecast', share: 0.91, tone: 'warn', text: '934 of 1,024 MB' },
            { id: '3', name: 'ledger-eu', share: 0.06, tone: 'work', text: 'upgrading' },
            { id: '4', name: 'museum-archive', share: 0, tone: 'hollow', text: 'paused' },
            { id: '5', name: 'berth-simulator', share: 0.05, tone: 'bad', text: 'restore failed' },
          ]}
        />
        <div className="mt-4">
          <StackedBar
            label="Database size"
            format={bytesParts}
            parts={[
              { name: 'Tables', value: 2560 * MB },
              { name: 'Indexes', value: 1055 * MB },
              { name: 'Large values', value: 486 * MB },
              { name: 'Bloat, estimated', value: 310 * MB, series: 5 },
            ]}
          />
        </div>
      </Shown>
      <Shown title="Chart of a result" wide>
        <Chart
          label="Calls by day"
          categories={DAYS}
          series={[
            { name: 'select', values: [120, 340, 280, 410, 390, 90, 60] },
            { name: 'insert', values: [40, 80, 60, 120, 90, 20, 10] },
            { name: 'update', values: [10, 30, 24, 60, 44, 8, 2] },
          ]}
          stacked
        />
      </Shown>
      <Shown title="Lines under a roof">
        <Chart
          kind="area"
          label="Disk"
          limit={20}
          height={140}
          categories={minutes(6, 1).map((point) => time(point.at))}
          series={[{ name: 'GB', values: minutes(6, 1).map((point) => point.value) }]}
        />
      </Shown>
      <Shown title="Chart without data">
        <Chart label="Nothing" categories={[]} series={[]} height={120} />
      </Shown>
      <Shown title="Panels">
        <div className="h-60 border border-line">
          <Panels>
            <SidePanel label="Menu" storageKey="stoa.living.menu" edge="start" size="120px" min="80px" max="33%">
              <div className="h-full bg-shell p-3">Menu</div>
            </SidePanel>
            <MainPanel>
              <Panels orientation="vertical">
                <MainPanel>
                  <div className="p-3">Work</div>
                </MainPanel>
                <SidePanel label="Result" storageKey="stoa.living.result" edge="end" size="40%" min="20%" max="70%">
                  <div className="p-3">Result</div>
                </SidePanel>
              </Panels>
            </MainPanel>
            <SidePanel label="Assistant" storageKey="stoa.living.assistant" edge="end" size="30%" min="30%" max="50%">
              <div className="p-3">Assistant</div>
            </SidePanel>
          </Panels>
        </div>
      </Shown>
      <Shown title="Command menu">
        <Button onClick={() => setOpen(true)} kbd="mod+k">
          Go to or run…
        </Button>
        <CommandMenu
          open={open}
          onOpenChange={setOpen}
          badge="harbor"
          groups={GROUPS((what) => toast.info(`Ran ${what}`))}
        />
      </Shown>
    </>
  )
}
