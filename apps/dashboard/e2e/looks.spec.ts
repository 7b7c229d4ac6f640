import type { TestInfo } from '@playwright/test'
import { ASSISTANT_SCREENS } from './assistant-screens.ts'
import { EDITOR_SCREENS } from './editor-screens.ts'
import { LIFECYCLE_SCREENS } from './lifecycle-screens.ts'
import { OBJECT_SCREENS } from './objects-screens.ts'
import { expectGoodAs, follow, LOOKS, showAs } from './page.ts'
import { signIn } from './people.ts'
import { RESOURCE_SCREENS } from './resource-screens.ts'
import { heading, type Place, type Screen, scene } from './scene.ts'
import { SCREENS } from './screens.ts'
import { SETTINGS_SCREENS } from './settings-screens.ts'
import { SQL_SCREENS } from './sql-screens.ts'
import { expect, test } from './test.ts'

// Looking takes long, and each view can be looked at alone.
test.describe.configure({ mode: 'parallel' })

/** With this in the environment, pictures of all views are left beside the results. */
const PICTURES = process.env.STOA_E2E_PICTURES !== undefined

/** Whether a view is looked at on a page of its own. */
const isAlone = ({ as, only, refused, alone }: Screen) => Boolean(as ?? only ?? refused ?? alone)

/** Most views that one test looks at. */
const WALK = 7

/** The views of an area that one page can show one after the other, in several walks. */
function walksThrough(area: string, screens: readonly Screen[]): [string, Screen[]][] {
  const together = screens.filter((screen) => !isAlone(screen))
  const count = Math.ceil(together.length / WALK)
  return Array.from({ length: count }, (_, at) => [
    count > 1 ? `${area}, ${at + 1} of ${count}` : area,
    together.slice(Math.floor((at * together.length) / count), Math.floor(((at + 1) * together.length) / count)),
  ])
}

const AREAS: readonly [string, readonly Screen[]][] = [
  ['SQL', SQL_SCREENS],
  ['the projects and what is around them', SCREENS],
  ['what a database holds', OBJECT_SCREENS],
  ['states of a project', LIFECYCLE_SCREENS],
  ['what a project uses', RESOURCE_SCREENS],
  ['settings of a project', SETTINGS_SCREENS],
  ['tables', EDITOR_SCREENS],
  ['the assistant', ASSISTANT_SCREENS],
]

/** Looks at the page that shows a view, in every way in which such views are seen. */
async function lookAt(place: Place, { name, open, only }: Screen, info: TestInfo): Promise<void> {
  const { page } = place
  const looks = LOOKS.filter(({ viewport }) => only !== 'narrow' || viewport.width < 900)
  for (const look of looks) {
    await showAs(page, look)
    if (look === looks[0]) await open(place)
    if (PICTURES) await page.screenshot({ path: info.outputPath(`${name}, ${look.name}.png`), animations: 'disabled' })
    await expectGoodAs(page, look)
  }
}

for (const [area, screens] of AREAS) {
  for (const [title, walk] of walksThrough(area, screens))
    test(`${title}: axe finds nothing, it fits, and the browser complains of nothing`, async ({
      page,
      stoa,
      complaints,
    }, info) => {
      test.setTimeout(90_000 + 20_000 * walk.length)
      const made = await scene(stoa)
      await signIn(page, stoa)
      for (const screen of walk)
        await test.step(screen.name, async () => {
          await lookAt({ page, stoa, scene: made }, screen, info)
          expect(complaints.refusals).toEqual([])
          // Whatever stands open on one view is gone with it, and nothing of the next is pointed at.
          await page.mouse.move(0, 0)
          await page.keyboard.press('Escape')
          await follow(page, '/account')
          await heading(page, 'Account')
        })
    })

  for (const screen of screens.filter(isAlone))
    test(`${screen.name}: axe finds nothing, it fits, and the browser complains of nothing`, async ({
      page,
      stoa,
      complaints,
    }, info) => {
      const made = await scene(stoa)
      if (screen.as !== 'nobody') await signIn(page, stoa, screen.as === 'newcomer' ? made.newcomer : stoa.owner)
      await lookAt({ page, stoa, scene: made }, screen, info)
      if (screen.refused !== true) expect(complaints.refusals).toEqual([])
    })
}
