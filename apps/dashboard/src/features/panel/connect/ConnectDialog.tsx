import { Dialog, ErrorState, Select, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { connectionOf } from '../../../parts/project/connection.ts'
import { projectQuery } from '../../../parts/project/project.ts'
import { ConnectionStrings } from './ConnectionStrings.tsx'
import { GuidePage } from './GuidePage.tsx'
import { GROUPS, guideOf, STRINGS, STRINGS_LABEL } from './guides.ts'
import '../../../parts/code/guide.css'

const WIDTH = 960

const LINK =
  'flex w-full items-center rounded-2 px-2 py-1 text-left text-fg-2 hover:bg-hover aria-[current=page]:bg-active aria-[current=page]:text-fg-1'

/** The ways to connect to a project, with everything filled in that is known of it. */
export function ConnectDialog({ projectRef: ref, onClose }: { projectRef: string; onClose: () => void }) {
  const project = useQuery(projectQuery(ref))
  const [place, go] = useState(STRINGS)
  const content = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top.
  useEffect(() => {
    content.current?.scrollTo(0, 0)
  }, [place])
  const connection = project.data === undefined ? null : connectionOf(project.data)
  const guide = guideOf(place)
  return (
    <Dialog
      onClose={onClose}
      title="Connect"
      description={project.data === undefined ? undefined : `Ways into ${project.data.name}`}
      width={WIDTH}
      fillNarrow
      className="guide"
    >
      <Places place={place} onGo={go} />
      <div className="guide-columns">
        <nav aria-label="Ways to connect" className="max-wide:hidden">
          <PlaceList place={place} onGo={go} />
        </nav>
        <div ref={content} className="guide-content">
          {project.isError && project.data === undefined ? (
            <ErrorState title="Failed to load the project" {...failureOf(project)} />
          ) : project.data === undefined ? (
            <SkeletonRows rows={6} />
          ) : connection === null ? (
            <p className="text-fg-2">The address is known once the server has started.</p>
          ) : guide === undefined ? (
            <ConnectionStrings projectRef={ref} connection={connection} onClose={onClose} />
          ) : (
            <GuidePage guide={guide} projectRef={ref} connection={connection} onClose={onClose} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

type Going = { place: string; onGo: (place: string) => void }

/** The same list as one field, where there is no room beside the page. */
function Places({ place, onGo }: Going) {
  return (
    <div className="pb-3 wide:hidden">
      <Select
        aria-label="Way to connect"
        value={place}
        onValueChange={onGo}
        options={[
          { label: 'Database', options: [{ value: STRINGS, label: STRINGS_LABEL }] },
          ...GROUPS.map(({ label, guides }) => ({
            label,
            options: guides.map((guide) => ({ value: guide.id, label: guide.label })),
          })),
        ]}
      />
    </div>
  )
}

function PlaceList({ place, onGo }: Going) {
  const groups = [
    { label: 'Database', items: [{ id: STRINGS, label: STRINGS_LABEL }] },
    ...GROUPS.map(({ label, guides }) => ({
      label,
      items: guides.map((guide) => ({ id: guide.id, label: guide.label })),
    })),
  ]
  return groups.map(({ label, items }) => (
    <section key={label} className="mb-4" aria-label={label}>
      <p className="px-2 pb-1 text-12 text-fg-3">{label}</p>
      <ul className="grid gap-px">
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={LINK}
              aria-current={item.id === place ? 'page' : undefined}
              onClick={() => onGo(item.id)}
            >
              {item.label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ))
}
