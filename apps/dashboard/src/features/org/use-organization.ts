import type { Organization } from '@stoa/contract'
import { useParams } from '@tanstack/react-router'
import { useShell } from '../../api/shell.ts'

/** The organization in the address. Only below OrgPages, which stops addresses of unknown ones. */
export function useOrganization(): Organization {
  const { slug } = useParams({ from: '/frame/org/$slug' })
  const organization = useShell().organizations.find((candidate) => candidate.slug === slug)
  if (organization === undefined) throw new Error('This organization no longer exists, or you are not a member of it.')
  return organization
}
