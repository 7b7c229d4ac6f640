import type { Activity } from '@stoa/contract'
import { ErrorState, formatAge, formatDateTime, Icon, type IconType, Section, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import {
  CirclePause,
  CirclePlay,
  Database,
  KeyRound,
  Pencil,
  Plus,
  RotateCw,
  Terminal,
  TriangleAlert,
} from 'lucide-react'
import { orpc } from '../../../api/client.ts'
import { failureOf } from '../../../api/failure.ts'
import { useNow } from '../../../parts/project/use-now.ts'

const SHOWN = 8
const REFRESH_MS = 15_000
const AGE_MS = 30_000

/** The first word that an action contains decides its icon. */
const ICONS: readonly (readonly [string, IconType])[] = [
  ['failed', TriangleAlert],
  ['crashed', TriangleAlert],
  ['created', Plus],
  ['renamed', Pencil],
  ['pause', CirclePause],
  ['restart', RotateCw],
  ['restore', CirclePlay],
  ['password', KeyRound],
  ['sql', Terminal],
]

const iconOf = (action: string): IconType => ICONS.find(([word]) => action.includes(word))?.[1] ?? Database

/** What happened to the project lately, and who did it. */
export function RecentActivity({ refName }: { refName: string }) {
  const now = useNow(AGE_MS)
  const activity = useQuery(
    orpc.project.home.activity.queryOptions({
      input: { ref: refName, limit: SHOWN },
      refetchInterval: REFRESH_MS,
    }),
  )
  return (
    <Section title="Recent activity">
      {activity.data !== undefined ? (
        <ul className="grid gap-3">
          {activity.data.map((entry) => (
            <Entry key={entry.id} entry={entry} now={now} />
          ))}
          {activity.data.length === 0 ? <li className="text-fg-3">Nothing yet</li> : null}
        </ul>
      ) : activity.isError ? (
        <ErrorState title="Failed to load the activity" {...failureOf(activity)} />
      ) : (
        <SkeletonRows rows={4} rowHeight={36} />
      )}
    </Section>
  )
}

function Entry({ entry, now }: { entry: Activity; now: number }) {
  return (
    <li className="grid grid-cols-[14px_minmax(0,1fr)_auto] gap-2.5">
      <span className="mt-[3px]">
        <Icon of={iconOf(entry.action)} size="sm" />
      </span>
      <span className="min-w-0">
        <span className="block text-fg-1 wrap-anywhere">{entry.sentence}</span>
        <span className="block text-12 text-fg-3">{entry.actor ?? 'Stoa'}</span>
      </span>
      <time className="num text-12 leading-5 text-fg-3" dateTime={entry.at} title={formatDateTime(entry.at)}>
        {formatAge(entry.at, now)}
      </time>
    </li>
  )
}
