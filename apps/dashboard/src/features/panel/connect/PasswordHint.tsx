import { Link } from '@tanstack/react-router'
import { PASSWORD_PLACE } from '../../../parts/project/connection.ts'

/** What stands where the password goes, and what to do when nobody knows it. */
export function PasswordHint({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  return (
    <p className="max-w-prose text-fg-2">
      Put the database password where {PASSWORD_PLACE} stands; inside an address its special characters are
      percent-encoded. If nobody knows it,{' '}
      <Link
        className="ui-link"
        to="/project/$ref/settings/database"
        params={{ ref: projectRef }}
        onClick={() => onClose()}
      >
        reset it
      </Link>
      .
    </p>
  )
}
