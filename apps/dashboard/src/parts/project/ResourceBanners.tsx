import type { ResourceWarning } from '@stoa/contract'
import { Banner, buttonLook } from '@stoa/ui'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { local } from '../browser-store/local.ts'
import { FrameBanner } from '../frame/slots.tsx'
import { bannersOf, type Dismissed, type ResourceBanner, stillDismissed, WRITE_ANYWAY } from './resource-banners.ts'
import { useResourceWarning } from './resource-warnings.ts'

/** Where the browser remembers what was closed. */
const storageKey = (ref: string): string => `stoa.dismissed-warnings.${ref}`

function readDismissed(ref: string): Dismissed {
  const found = local.readJson(storageKey(ref))
  return typeof found === 'object' && found !== null ? (found as Dismissed) : {}
}

/** What the project runs short of, above its pages, each with the way to what helps. */
export function ResourceBanners({ projectRef: ref }: { projectRef: string }) {
  const warning = useResourceWarning(ref)
  return warning === undefined ? null : <Stack key={ref} projectRef={ref} warning={warning} />
}

function Stack({ projectRef: ref, warning }: { projectRef: string; warning: ResourceWarning }) {
  const [kept, setKept] = useState(() => readDismissed(ref))
  const dismissed = stillDismissed(warning, kept)
  const banners = bannersOf(warning, dismissed)
  if (banners.length === 0) return null
  return (
    <FrameBanner>
      {banners.map((banner) => (
        <OneBanner
          key={banner.resource}
          projectRef={ref}
          banner={banner}
          onDismiss={(resource) => {
            const next = { ...dismissed, [resource]: banner.level }
            local.storeJson(storageKey(ref), next)
            setKept(next)
          }}
        />
      ))}
    </FrameBanner>
  )
}

function OneBanner({
  projectRef: ref,
  banner: { resource, level, title, text, help },
  onDismiss,
}: {
  projectRef: string
  banner: ResourceBanner
  onDismiss: (resource: Exclude<ResourceBanner['resource'], 'read_only'>) => void
}) {
  // On the page itself there is nowhere to go.
  const there = useLocation({ select: ({ pathname }) => pathname === `/project/${ref}/${help}` })
  return (
    <Banner
      tone={level === 'critical' ? 'bad' : 'warn'}
      action={
        help === null || there ? undefined : (
          <Link to={`/project/$ref/${help}`} params={{ ref }} {...buttonLook({ size: 'sm' })}>
            {help === 'infrastructure'
              ? 'See what it uses'
              : resource === 'memory_and_swap_exhaustion'
                ? 'Change size'
                : 'Raise disk'}
          </Link>
        )
      }
      {...(resource === 'read_only' ? {} : { onDismiss: () => onDismiss(resource) })}
    >
      <b>{title}</b> {text}
      {resource === 'read_only' ? (
        <>
          {' '}
          <code className="ui-mono">{WRITE_ANYWAY}</code>
        </>
      ) : null}
    </Banner>
  )
}
