import { expect, type Page } from '@playwright/test'
import { follow } from './page.ts'
import { createMember, invite, unique } from './people.ts'
import type { Account, Stoa } from './stoa.ts'

/** Somewhere to look: an organization with people, one without anything, and projects in several states. */
export type Scene = {
  readonly slug: string
  readonly bare: string
  readonly full: string
  readonly empty: string
  /** A project whose server is stopped, so that its row says what a test writes into it. */
  readonly still: string
  readonly invitation: string
  readonly newcomer: Account
}

const scenes = new WeakMap<Stoa, Promise<Scene>>()

/** Makes the scene, once for each server. */
export function scene(stoa: Stoa): Promise<Scene> {
  const known = scenes.get(stoa)
  if (known !== undefined) return known
  const made = makeScene(stoa)
  scenes.set(stoa, made)
  return made
}

async function makeScene(stoa: Stoa): Promise<Scene> {
  const slug = await stoa.createOrganization(unique('Looks'))
  const bare = await stoa.createOrganization(unique('Bare'))
  const full = await stoa.createProject('harbor', { organization: slug })
  const empty = await stoa.createProject('quarry', { organization: slug })
  const still = await stoa.createProject('a-rather-long-name-of-a-project-that-is-paused', { organization: slug })
  await stoa.call('POST', `/platform/projects/${full}/sample-data`)
  await stoa.call('POST', `/platform/projects/${still}/pause`)
  await stoa.until(still, 'INACTIVE')
  await createMember(stoa, slug, { role: 'Developer', projects: [{ ref: full, role: 'Administrator' }] })
  await invite(stoa, slug, { role: 'Read-only' }, 'ines@example.com')
  const { url } = await invite(stoa, slug, { role: 'Developer' })
  const newcomer = await createMember(stoa, bare, { role: 'Read-only' })
  return { slug, bare, full, empty, still, invitation: url, newcomer }
}

/** What a view is opened with. */
export type Place = { page: Page; stoa: Stoa; scene: Scene }
/** A view to look at, and the way there. */
export type Screen = {
  readonly name: string
  readonly open: (place: Place) => Promise<void>
  /** Whether the browser is signed in; it is unless told otherwise. */
  readonly as?: 'nobody' | 'newcomer'
  /** Set for views that wide windows do not have. */
  readonly only?: 'narrow'
  /** Refused calls are part of the view. */
  readonly refused?: true
  /** Set for views that need a page of their own: the way there changes the browser, or what was there before shows. */
  readonly alone?: true
}

/** Goes to an address, without loading the page anew where it is loaded already: that takes longest by far. */
export async function go(page: Page, path: string): Promise<void> {
  if (page.url().startsWith('http')) await follow(page, path)
  else await page.goto(path)
}

/** Waits for a text. */
export const visible = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()
/** Waits for the name of a page. */
export const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()

/** Lets a call of the page fail. */
export const refuse = (page: Page, path: string) =>
  page.route(`**/api${path}`, (route) =>
    route.fulfill({
      status: 500,
      json: { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'The disk is full' },
    }),
  )

/** A button of the page itself. */
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first()
