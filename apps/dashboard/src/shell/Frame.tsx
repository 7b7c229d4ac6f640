import { MainPanel, Panels, SidePanel } from '@stoa/ui/panels'
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { AfterFirstPicture, FirstPicture, useAfterFirstPicture } from '../parts/frame/first-picture.tsx'
import { lazyDialog, lazyPart } from '../parts/frame/lazy-part.tsx'
import { apiDocs, connect, type Overlay } from '../parts/frame/overlay.ts'
import { panels, usePanels } from '../parts/frame/panels.ts'
import { createSlot, FrameSlots } from '../parts/frame/slots.tsx'
import { useNarrow } from '../parts/frame/use-narrow.ts'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { NavigationFocus } from './NavigationFocus.tsx'
import { RailLinks, useRailItems } from './Rail.tsx'
import { Roof } from './Roof.tsx'

const MenuDrawer = lazyPart(async () => (await import('./MenuDrawer.tsx')).MenuDrawer)
const CommandMenu = lazyDialog(async () => (await import('./CommandMenu.tsx')).CommandMenu)

/** What lies over the page of a project. The frame knows when, the routes know what. */
export type Overlays = {
  readonly ApiDocs: OverProject
  readonly Connect: OverProject
}
type OverProject = ComponentType<{ projectRef: string; onClose: () => void }>

/** The roof and the columns below it, around every screen of a signed-in person. */
export function Frame({ overlays }: { overlays: Overlays }) {
  return (
    <FirstPicture>
      <FrameParts overlays={overlays} />
    </FirstPicture>
  )
}

function FrameParts({ overlays }: { overlays: Overlays }) {
  const isDrawn = useAfterFirstPicture()
  const narrow = useNarrow()
  const [menuTitles, setMenuTitles] = useState<readonly string[]>([])
  const [menu] = useState(createSlot)
  const [banners] = useState(createSlot)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [commandOpen, setCommandOpen] = useState(false)
  const rail = useRailItems()
  const pathname = useLocation({ select: (location) => location.pathname })

  const announceMenu = useCallback((title: string) => {
    setMenuTitles((titles) => [...titles, title])
    return () => setMenuTitles((titles) => titles.toSpliced(titles.lastIndexOf(title), 1))
  }, [])
  const slots = useMemo(() => ({ menu, banners, announceMenu }), [menu, banners, announceMenu])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes because the address changed.
  useEffect(() => setDrawerOpen(false), [pathname])
  useFrameKeys(() => setCommandOpen(true))

  const menuTitle = menuTitles.at(-1)
  return (
    <FrameSlots value={slots}>
      <div className="frame">
        <a className="frame-skip ui-btn" data-variant="default" data-size="sm" href="#main">
          Skip to content
        </a>
        <Roof
          onCommand={() => setCommandOpen(true)}
          onDrawer={rail.length > 0 || menuTitle !== undefined ? () => setDrawerOpen(true) : null}
        />
        <div className="cols">
          {!narrow && rail.length > 0 ? (
            <nav className="rail" aria-label="Project">
              <AfterFirstPicture>
                <RailLinks items={rail} />
              </AfterFirstPicture>
            </nav>
          ) : null}
          <Panels className="frame-panels">
            {/* An editor that is drawn first has a menu: its column keeps the place. */}
            {!narrow && (menuTitle !== undefined || !isDrawn) ? (
              <SidePanel label="Menu" storageKey="stoa.menu" edge="start" size="220px" min="180px" max="33%">
                <nav ref={menu.set} className="frame-menu" aria-label={menuTitle} />
              </SidePanel>
            ) : null}
            {/* The key keeps the screen mounted while the columns beside it come and go. */}
            <MainPanel key="main">
              <main id="main" className="frame-main" tabIndex={-1}>
                <div ref={banners.set} />
                <ConnectionNotice />
                <div className="frame-content" data-scroll-restoration-id="content">
                  <Outlet />
                </div>
              </main>
            </MainPanel>
            <PanelColumn narrow={narrow} />
          </Panels>
        </div>
        {narrow ? (
          <Suspense fallback={null}>
            <MenuDrawer
              open={drawerOpen}
              onOpenChange={setDrawerOpen}
              rail={rail}
              menuTitle={menuTitle}
              slot={menu.set}
            />
          </Suspense>
        ) : null}
        {commandOpen ? (
          <Suspense fallback={null}>
            <CommandMenu onClose={() => setCommandOpen(false)} />
          </Suspense>
        ) : null}
        <OverlayOfProject state={apiDocs} of={overlays.ApiDocs} />
        <OverlayOfProject state={connect} of={overlays.Connect} />
        <NavigationFocus />
      </div>
    </FrameSlots>
  )
}

/** Cmd+K opens the command menu; Cmd+I belongs to the assistant, also while there is none; panels have keys too. */
function useFrameKeys(openCommand: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      const key = event.key.toLowerCase()
      const panel = panels.get().panels.find((candidate) => candidate.key === key)
      if (key !== 'k' && key !== 'i' && panel === undefined) return
      event.preventDefault()
      if (key === 'k') openCommand()
      else if (panel !== undefined) panels.toggle(panel.id)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}

function OverlayOfProject({ state, of: Content }: { state: Overlay; of: OverProject }) {
  const open = state.useOpen()
  const { ref } = useParams({ strict: false })
  return open && ref !== undefined ? (
    <Suspense fallback={null}>
      <Content key={ref} projectRef={ref} onClose={state.close} />
    </Suspense>
  ) : null
}

function PanelColumn({ narrow }: { narrow: boolean }) {
  const { panels: all, open } = usePanels()
  const panel = all.find((candidate) => candidate.id === open)
  if (panel === undefined) return null
  const content: ReactNode = (
    <Suspense key={panel.id} fallback={null}>
      <panel.Content />
      <FocusBack />
    </Suspense>
  )
  return narrow ? (
    <aside className="fixed inset-0 z-(--z-drawer) flex flex-col bg-ground" aria-label={panel.label}>
      {content}
    </aside>
  ) : (
    <SidePanel label={panel.label} storageKey="stoa.panel" edge="end" size="30%" min="30%" max="50%">
      <aside className="frame-panel" aria-label={panel.label}>
        {content}
      </aside>
    </SidePanel>
  )
}

/** Gives the focus back to where it was before the panel, unless it has gone elsewhere since. */
function FocusBack() {
  useEffect(() => {
    const before = panels.opener()
    return () => {
      // The panel goes first, and with it the focus inside of it.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
          before.focus()
      })
    }
  }, [])
  return null
}
