import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/** What axe says of a menu or a list that is open: it belongs to its button, but stands at the end of the document. */
const isOpenLayer = (rule: string, target: string) =>
  rule === 'region' && target === 'div[data-radix-popper-content-wrapper=""]'

/**
 * Axe on a page. There are no frames to look into, so that it can do with the page itself, and what it found right is
 * not written down. A page that has its code already is not given it again, which takes longer than looking.
 */
async function axe(page: Page, rule?: string): Promise<AxeBuilder> {
  const known = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder({ page, ...(known ? { axeSource: 'undefined' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rule ? { runOnly: { type: 'rule', values: [rule] } } : {}) })
}

/** Waits until nothing on the page moves or fades any more, but for what does so for ever. */
const expectStillness = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    // One that is cancelled has ended as well.
    await Promise.all(passing.map((animation) => animation.finished.catch(() => {})))
  })

async function expectNothing(page: Page, rule?: string): Promise<void> {
  await expectStillness(page)
  const { violations } = await (await axe(page, rule)).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, where: node.target.join(' ') })))
  expect(found.filter(({ id, where }) => !isOpenLayer(id, where))).toEqual([])
}

/** Expects that axe finds nothing on the page, of whatever weight. */
export const expectAccessible = (page: Page): Promise<void> => expectNothing(page)

/** How a screen is looked at: both themes, and as narrow as a phone. */
export const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: '390 px wide', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const
export type Look = (typeof LOOKS)[number]

/** Shows the page that is open in another look. */
export async function showAs(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
}

/** Expects that axe finds nothing in this look, and that it fits. In the dark only the colours are others. */
export async function expectGoodAs(page: Page, { colorScheme }: Look): Promise<void> {
  if (colorScheme === 'dark') await expectNothing(page, 'color-contrast')
  else await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** Goes to another address of the dashboard as its links do: the page is not loaded anew, which takes longest by far. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), path)

/** Expects that nothing but grids and editors scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('.frame-content')]
    return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth))
  })
  expect(wide, 'the page is wider than the window').toBeLessThanOrEqual(0)
}

/** Expects a control that cannot be used now, and that says why to whoever points at it. */
export async function expectDisabled(control: Locator, reason: string): Promise<void> {
  const { mouse } = control.page()
  const tooltip = control.page().getByRole('tooltip').filter({ hasText: reason })
  await expect(control).toHaveAttribute('aria-disabled', 'true')
  // The pointer may rest there from a press, and only its coming opens the tooltip; a page that still moves closes it.
  await expect(async () => {
    await mouse.move(0, 0)
    await control.hover()
    await expect(tooltip).toBeAttached({ timeout: 1_000 })
  }).toPass({ timeout: 10_000 })
  // It stays for a pointer that goes into it. While it is open, Escape would close it and nothing else.
  await mouse.move(0, 0, { steps: 3 })
  await tooltip.waitFor({ state: 'detached', timeout: 5_000 }).catch(() => control.page().keyboard.press('Escape'))
}

/** The notices at the edge of the page. */
export const toast = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)

/** Chooses an entry of a select. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.click()
  await select.page().getByRole('option', { name: option }).click()
}

/** Chooses an entry of a menu that its button opens. */
export async function chooseFromMenu(trigger: Locator, item: string): Promise<void> {
  const entry = trigger.page().getByRole('menuitem', { name: item })
  // What closes at that moment, such as a dialog, takes the press or the menu with it: then it is opened once more.
  await expect(async () => {
    if (!(await entry.isVisible())) await trigger.click({ timeout: 5_000 })
    await entry.click({ timeout: 5_000 })
  }).toPass()
}
