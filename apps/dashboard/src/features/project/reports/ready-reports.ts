import { READY_REPORTS, type ReadyReport } from '@stoa/contract'
import type { IconType } from '@stoa/ui'
import { Database, HardDrive, ListOrdered, Network } from 'lucide-react'

/** What each report that stands ready is called and says. */
export const READY: Readonly<Record<ReadyReport, { name: string; description: string; icon: IconType }>> = {
  database: {
    name: 'Database',
    description: 'Processors, memory, connections and transactions of the server.',
    icon: Database,
  },
  api: {
    name: 'API',
    description: 'Requests to the project’s APIs, how they ended and how long they took.',
    icon: Network,
  },
  disk: {
    name: 'Disk',
    description: 'What the disk holds, what is read and written, and the largest tables.',
    icon: HardDrive,
  },
  queries: { name: 'Queries', description: 'Which statements take the database’s time.', icon: ListOrdered },
}

/** The ready-made report that a part of an address names; undefined for one that people made. */
export const readyReport = (id: string): ReadyReport | undefined => READY_REPORTS.find((one) => one === id)
