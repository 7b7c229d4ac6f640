import { type Project, projectPermissions } from '@stoa/contract'
import { Button } from '@stoa/ui'
import { Suspense, useState } from 'react'
import { usePermission } from '../../api/permissions.ts'
import { lazyDialog } from '../frame/lazy-part.tsx'

// The survey's reasons come with the validator, which a project's pages do not need otherwise.
const Confirmation = lazyDialog(async () => (await import('./DeleteProjectDialog.tsx')).DeleteProjectDialog)

/** The button that opens the confirmation of a deletion. */
export function DeleteProject({ project, disabledReason }: { project: Project; disabledReason?: string | false }) {
  const { reason } = usePermission(projectPermissions.remove, { ref: project.ref })
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="bad-quiet" disabledReason={reason ?? disabledReason} onClick={() => setOpen(true)}>
        Delete project
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <Confirmation project={project} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
