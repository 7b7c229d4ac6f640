import { type Project, projectLifecycle, type SupportCategory } from '@stoa/contract'
import { buttonLook, Note } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { supportLink } from '../../../parts/project/support-link.ts'
import { serverLogPath } from '../../../parts/project/words.ts'

type About = {
  readonly project: Project
  readonly category?: SupportCategory
  readonly subject: string
  /** What is already known, such as the sentence of the error. */
  readonly message?: string
}

const supportAddress = ({ project, category = 'problem', subject, message }: About) =>
  supportLink({
    category,
    ref: project.ref,
    subject,
    message: message ?? `The project’s status is “${projectLifecycle.states[project.status].label}”.`,
  })

/** The way to the form for support, with what is known of the trouble already in it. */
export const ContactSupport = (about: About) => (
  <Link {...supportAddress(about)} {...buttonLook()}>
    Contact support
  </Link>
)

/**
 * What helps when a project does not come along: where its server says why, and whom to ask.
 * @param withLink false beside a button that says the same
 */
export function Help({ children, withLink = true, ...about }: About & { children?: ReactNode; withLink?: boolean }) {
  return (
    <Note tone="neutral" role="status">
      {children} What the server says is in{' '}
      <code className="ui-mono select-all wrap-anywhere">{serverLogPath(about.project.ref)}</code>, inside the data
      folder of this Stoa.
      {withLink ? (
        <>
          {' '}
          If that does not help,{' '}
          <Link {...supportAddress(about)} className="ui-link">
            contact support
          </Link>
          .
        </>
      ) : null}
    </Note>
  )
}
