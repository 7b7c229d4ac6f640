import type { Page } from '@playwright/test'
import type { ModelStub } from '@stoa/model-stub'
import { unique } from './people.ts'
import type { Stoa } from './stoa.ts'
import { expect } from './test.ts'

const SQL = `
create table ports (id int primary key, name text not null, calls int not null);
insert into ports select n, 'Port ' || n, n * 3 from generate_series(1, 5) n`

/** A block of SQL as a model writes it. */
export const block = (props: string, sql: string) => `\`\`\`sql\n-- props: ${props}\n${sql}\n\`\`\``

/** An organization with a project and a model of its own. */
export async function place(
  stoa: Stoa,
  model: ModelStub,
  options: { shared: boolean },
): Promise<{ readonly slug: string; readonly ref: string }> {
  const slug = await stoa.createOrganization(unique('Chat'))
  const ref = await stoa.createProject('harbor', { organization: slug })
  await stoa.sql(ref, SQL)
  await stoa.call('PUT', `/platform/organizations/${slug}/assistant/model`, { base_url: model.url, model: 'stub' })
  if (options.shared)
    await stoa.call('PATCH', `/platform/organizations/${slug}`, { opt_in_tags: ['AI_SQL_GENERATOR_OPT_IN'] })
  model.reset()
  return { slug, ref }
}

export const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Assistant' })
export const inputOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Message to the assistant' })
export const blockOf = (page: Page, title: string) => panelOf(page).getByRole('figure', { name: title, exact: true })

/** Opens the panel beside a project's home. */
export async function openPanel(page: Page, ref: string): Promise<void> {
  await page.goto(`/project/${ref}`)
  await openWithKeys(page)
}

/** Opens the panel beside the page that is open. */
export async function openWithKeys(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Assistant', exact: true })).toBeVisible()
  // The button is there a moment before the page hears keys.
  await expect(async () => {
    if (await panelOf(page).isHidden()) await page.keyboard.press('ControlOrMeta+i')
    await expect(panelOf(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(inputOf(page)).toBeFocused()
}

/** Sends a question. */
export async function ask(page: Page, text: string): Promise<void> {
  await inputOf(page).fill(text)
  await expect(panelOf(page).getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-disabled', 'true')
  await inputOf(page).press('Enter')
}
