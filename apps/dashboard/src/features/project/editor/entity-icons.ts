import type { EntityKind } from '@stoa/contract'
import type { IconType } from '@stoa/ui'
import { Eye, Globe, Layers, ScanEye, Table2 } from 'lucide-react'

/** How each kind of entity is shown and called. */
export const ENTITIES: Record<EntityKind, { readonly icon: IconType; readonly label: string }> = {
  table: { icon: Table2, label: 'Table' },
  partitioned_table: { icon: Layers, label: 'Partitioned table' },
  foreign_table: { icon: Globe, label: 'Foreign table' },
  view: { icon: Eye, label: 'View' },
  materialized_view: { icon: ScanEye, label: 'Materialized view' },
}
