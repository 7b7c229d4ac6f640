import { Page, SkeletonRows } from '@stoa/ui'

/** A screen's code is on its way. */
export function ScreenPending() {
  return (
    <Page>
      <SkeletonRows rows={6} />
    </Page>
  )
}
