import { ASSISTANT_SCREENS } from './assistant-screens.ts'
import { EDITOR_SCREENS } from './editor-screens.ts'
import { LIFECYCLE_SCREENS } from './lifecycle-screens.ts'
import { OBJECT_SCREENS } from './objects-screens.ts'
import { expectGoodAs, LOOKS, showAs } from './page.ts'
import { signIn } from './people.ts'
import { RESOURCE_SCREENS } from './resource-screens.ts'
import { scene } from './scene.ts'
import { SCREENS } from './screens.ts'
import { SETTINGS_SCREENS } from './settings-screens.ts'
import { SQL_SCREENS } from './sql-screens.ts'
import { expect, test } from './test.ts'

// Looking takes long, and each view can be looked at alone.
test.describe.configure({ mode: 'parallel' })

/** With this in the environment, pictures of all views are left beside the results. */
const PICTURES = process.env.STOA_E2E_PICTURES !== undefined

const ALL = [
  ...SCREENS,
  ...LIFECYCLE_SCREENS,
  ...RESOURCE_SCREENS,
  ...SETTINGS_SCREENS,
  ...SQL_SCREENS,
  ...EDITOR_SCREENS,
  ...OBJECT_SCREENS,
  ...ASSISTANT_SCREENS,
]

for (const { name, open, as, only, refused } of ALL)
  test(`${name}: axe finds nothing, it fits, and the browser complains of nothing`, async ({
    page,
    stoa,
    complaints,
  }, info) => {
    const made = await scene(stoa)
    if (as !== 'nobody') await signIn(page, stoa, as === 'newcomer' ? made.newcomer : stoa.owner)
    const looks = LOOKS.filter(({ viewport }) => only !== 'narrow' || viewport.width < 900)
    for (const look of looks) {
      await showAs(page, look)
      if (look === looks[0]) await open({ page, stoa, scene: made })
      if (PICTURES) await page.screenshot({ path: info.outputPath(`${look.name}.png`), animations: 'disabled' })
      await expectGoodAs(page, look)
    }
    if (refused !== true) expect(complaints.refusals).toEqual([])
  })
