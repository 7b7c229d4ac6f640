import type { Project } from '@stoa/contract'
import { Button, Menu, MenuItem } from '@stoa/ui'
import { Archive, Database, Download } from 'lucide-react'
import { postgresVersion } from '../project/words.ts'
import { useLatestBackup } from './use-database-backup.ts'
import { useStorageArchive } from './use-storage-archive.ts'

/** The menu by which what is kept of a project can be taken away: its latest backup, and its stored objects. */
export function DownloadBackups({ project, variant }: { project: Project; variant?: 'primary' | 'default' | 'quiet' }) {
  const backup = useLatestBackup(project)
  const storage = useStorageArchive(project)
  const version = `Postgres ${postgresVersion(backup.latest?.version ?? project.dbVersion)}`
  return (
    <Menu
      align="start"
      width={280}
      trigger={
        <Button icon={Download} busy={backup.pending} {...(variant && { variant })}>
          Download backups
        </Button>
      }
    >
      <MenuItem
        icon={Database}
        hint={backup.latest && backup.beingWritten ? `${version}, a newer one is being written` : version}
        disabledReason={backup.disabledReason}
        onSelect={() => void backup.download()}
      >
        Database backup
      </MenuItem>
      <MenuItem icon={Archive} disabledReason={storage.disabledReason} onSelect={storage.download}>
        Storage objects
      </MenuItem>
    </Menu>
  )
}
