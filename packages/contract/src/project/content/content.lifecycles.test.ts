import { describe, expect, test } from 'vitest'
import { editFolder, type FolderHolder, newFolder, rollBackFolder, submitFolder } from './folder.lifecycle.ts'
import { needsSaving, snippetSaveLifecycle } from './snippet-save.lifecycle.ts'

describe('the saving of a snippet', () => {
  test('goes from idle through updating back to idle, or to a failure that can be tried again', () => {
    expect(snippetSaveLifecycle.next('IDLE', 'save')).toBe('UPDATING')
    expect(snippetSaveLifecycle.next('UPDATING', 'saved')).toBe('IDLE')
    expect(snippetSaveLifecycle.next('UPDATING', 'failed')).toBe('UPDATING_FAILED')
    expect(snippetSaveLifecycle.next('UPDATING_FAILED', 'save')).toBe('UPDATING')
    expect(snippetSaveLifecycle.can('UPDATING', 'save')).toBe(false)
  })

  test('is needed after what people do, not after a text arrives', () => {
    for (const change of ['edit', 'rename', 'favorite', 'mark'] as const) expect(needsSaving(change)).toBe(true)
    expect(needsSaving('set-sql')).toBe(false)
  })
})

describe('a folder', () => {
  const known: FolderHolder['folder'] = { id: 'f', name: 'Old', owner_id: 'u', project_id: 1, parent_id: null }

  test('that is new is being named, and has no owner, project or parent yet', () => {
    expect(newFolder('ref')).toEqual({
      projectRef: 'ref',
      folder: { id: 'new-folder', name: '', owner_id: -1, project_id: -1, parent_id: null },
      status: 'editing',
      savedName: null,
    })
  })

  test('is saved when its name changed, and idle when not', () => {
    expect(submitFolder(editFolder('ref', known), 'New')).toMatchObject({ status: 'saving', folder: { name: 'New' } })
    expect(submitFolder(editFolder('ref', known), 'Old')).toMatchObject({ status: 'idle', folder: { name: 'Old' } })
  })

  test('has its name of before when saving fails; one that never came to be goes', () => {
    expect(rollBackFolder(submitFolder(editFolder('ref', known), 'New'))).toMatchObject({
      status: 'idle',
      folder: { name: 'Old' },
    })
    expect(rollBackFolder(submitFolder(newFolder('ref'), 'New'))).toBeNull()
  })
})
