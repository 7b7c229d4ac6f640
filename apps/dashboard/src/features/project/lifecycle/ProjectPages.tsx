import { Outlet, useMatches, useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../../parts/frame/lazy-part.tsx'
import { ProjectGate } from './ProjectGate.tsx'
import { Product } from './product.ts'

/** What a project runs short of comes so many ms after its page: what one came for is drawn first. */
const BANNERS_AFTER_MS = 400

const ResourceBanners = lazyPart(
  async () => (await import('../../../parts/project/ResourceBanners.tsx')).ResourceBanners,
)

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
        <Banners projectRef={ref} />
        <Outlet />
      </ProjectGate>
    </Product>
  )
}

function Banners({ projectRef }: { projectRef: string }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), BANNERS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return due ? (
    <Suspense fallback={null}>
      <ResourceBanners projectRef={projectRef} />
    </Suspense>
  ) : null
}
