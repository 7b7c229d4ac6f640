import { Outlet, useMatches, useParams } from '@tanstack/react-router'
import { ProjectGate } from './ProjectGate.tsx'

/** Every page of a project: the gate, and behind it the screen of the address. */
export function ProjectPages() {
  const ref = useParams({ strict: false, select: (params) => params.ref ?? '' })
  const area = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.area)?.staticData.area })
  return (
    // Another project is another page: nothing of the one before may be left in a field.
    <ProjectGate key={ref} area={area ?? null}>
      <Outlet />
    </ProjectGate>
  )
}
