import { Outlet, useMatches, useParams } from '@tanstack/react-router'
import { ProjectGate } from './ProjectGate.tsx'
import { Product } from './product.ts'

/** Every page of a project: the gate, and behind it the screen of the address. */
export function ProjectPages() {
  const ref = useParams({ strict: false, select: (params) => params.ref ?? '' })
  const area = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.area)?.staticData.area })
  const product = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.product)?.staticData.product,
  })
  return (
    // Another project is another page: nothing of the one before may be left in a field.
    <Product key={ref} value={product ?? null}>
      <ProjectGate area={area ?? null}>
        <Outlet />
      </ProjectGate>
    </Product>
  )
}
