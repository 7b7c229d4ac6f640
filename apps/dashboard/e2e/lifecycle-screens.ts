import { expect } from '@playwright/test'
import { button, go, type Place, type Screen, visible } from './scene.ts'

// What stands in for a project's pages, and what is kept of it.

const setStatus = ({ stoa, scene: { still } }: Place, status: string) =>
  stoa.control('update projects set status = $1, status_since = now() where ref = $2', [status, still])

const status = (name: string, word: string, title: string): Screen => ({
  name,
  async open(place) {
    await setStatus(place, word)
    await go(place.page, `/project/${place.scene.still}`)
    await visible(place.page, title)
  },
})

export const LIFECYCLE_SCREENS: readonly Screen[] = [
  status('a setup', 'COMING_UP', 'Setting up'),
  status('a project that did not come up', 'UNKNOWN', 'did not come up'),
  status('a pause', 'PAUSING', 'Pausing'),
  status('a failed pause', 'PAUSE_FAILED', 'Something went wrong while pausing your project'),
  status('a failed restore', 'RESTORE_FAILED', 'Something went wrong while restoring your project'),
  status('an upgrade', 'UPGRADING', 'Upgrading'),
  {
    name: 'a paused project, being restored',
    async open(place) {
      await setStatus(place, 'INACTIVE')
      await go(place.page, `/project/${place.scene.still}`)
      await button(place.page, 'Restore project').click()
      await expect(place.page.getByRole('dialog').getByLabel('Postgres version')).toBeVisible()
    },
  },
  {
    name: 'backups',
    async open(place) {
      await setStatus(place, 'INACTIVE')
      await go(place.page, `/project/${place.scene.still}/database/backups/scheduled`)
      await visible(place.page, 'With a pause')
    },
  },
  {
    name: 'a backup’s restore to a new project',
    async open(place) {
      await setStatus(place, 'INACTIVE')
      await go(place.page, `/project/${place.scene.still}/database/backups/scheduled`)
      await place.page
        .getByRole('button', { name: /^Actions for the backup of / })
        .first()
        .click()
      await place.page.getByRole('menuitem', { name: 'Restore to a new project' }).click()
      await expect(place.page.getByRole('dialog').getByLabel('Compute size')).toBeVisible()
    },
  },
  {
    name: 'point in time recovery, off',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/database/backups/pitr`)
      await visible(page, 'Point in time recovery is off')
    },
  },
]
