import { Drawer } from '@stoa/ui'
import { type RailItem, RailLinks } from './Rail.tsx'

/**
 * Rail and menu on a narrow screen.
 * @param slot is given the element that the screen's menu is drawn into while the drawer is open
 */
export function MenuDrawer({
  open,
  onOpenChange,
  rail,
  menuTitle,
  slot,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  rail: readonly RailItem[]
  menuTitle: string | undefined
  slot: (element: HTMLElement | null) => void
}) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Menu">
      <div className="drawer">
        {rail.length > 0 ? (
          <nav className="drawer-rail" aria-label="Project">
            <RailLinks items={rail} labelled />
          </nav>
        ) : null}
        {menuTitle === undefined ? null : <nav ref={slot} aria-label={menuTitle} />}
      </div>
    </Drawer>
  )
}
