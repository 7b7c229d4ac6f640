import * as z from 'zod'
import { accountRoute } from '../route.ts'
import { Ref } from '../schemas.ts'
import { name, text } from '../text.ts'
import { SUPPORT_CATEGORY_IDS, SUPPORT_MESSAGE_MAX, SUPPORT_SUBJECT_MAX } from './support.categories.ts'

/** A request for support, as it is kept. */
export const SupportTicket = z.object({
  id: z.string(),
  category: z.enum(SUPPORT_CATEGORY_IDS),
  subject: z.string(),
  message: z.string(),
  /** Who asked. */
  author: z.object({ name: z.string(), primary_email: z.string() }),
  /** The project it is about; null when it is about none. Kept by ref and name, because projects go. */
  project: z.object({ ref: z.string(), name: z.string() }).nullable(),
  organization_slug: z.string().nullable(),
  created_at: z.string(),
  /** When it was e-mailed; null while it was not. */
  emailed_at: z.string().nullable(),
  /** Why it could not be e-mailed; null when nothing went wrong or nothing was tried. */
  email_error: z.string().nullable(),
})
export type SupportTicket = z.infer<typeof SupportTicket>

/** Most requests that one account may send within an hour. */
export const SUPPORT_HOURLY_LIMIT = 20
export const SUPPORT_TOO_MANY = 'You have sent many requests within an hour. Wait a while, then try again'
export const SUPPORT_NO_PROJECT = 'There is no such project. Choose another one, or none'
export const SUPPORT_NO_TICKET = 'There is no such request'
export const SUPPORT_NO_MAIL = 'This installation sends no e-mail. The request is kept in the list'
/** What is said when the mail server refused or did not answer; its own words go to the log. */
export const SUPPORT_MAIL_FAILED = 'The mail server did not take the message'

const SUPPORT = { tags: ['Support'] }

/** Where requests go, for the form that says so before anything is sent. */
export const supportDesk = accountRoute
  .route({ ...SUPPORT, method: 'GET', path: '/platform/support', summary: 'Where requests for support go' })
  .output(
    z.object({
      /** Whether requests are e-mailed besides being kept. */
      emails: z.boolean(),
      /** Who reads requests that are about no project of an organization: the installation's first account. */
      operator: z.string().nullable(),
    }),
  )

/** Keeps a request, and e-mails it where the installation can. It is kept also when the e-mail fails. */
export const createTicket = accountRoute
  .route({
    ...SUPPORT,
    method: 'POST',
    path: '/platform/support/tickets',
    summary: 'Ask for support',
    successStatus: 201,
  })
  .input(
    z.object({
      category: z.enum(SUPPORT_CATEGORY_IDS, { error: 'Choose what it is about' }),
      ref: Ref.nullable().default(null),
      subject: name('Subject', SUPPORT_SUBJECT_MAX),
      message: text('Message', SUPPORT_MESSAGE_MAX).refine((value) => value.trim() !== '', 'Message is required'),
    }),
  )
  .output(SupportTicket)

/**
 * The caller's own requests, those about the organizations that the caller owns, and for the installation's first
 * account all of them. Newest first.
 */
export const listTickets = accountRoute
  .route({ ...SUPPORT, method: 'GET', path: '/platform/support/tickets', summary: 'Requests you can see' })
  .output(z.array(SupportTicket))

/** E-mails a kept request once more, for those whose e-mail failed. */
export const resendTicket = accountRoute
  .route({
    ...SUPPORT,
    method: 'POST',
    path: '/platform/support/tickets/{id}/email',
    summary: 'E-mail a request again',
  })
  .input(z.object({ id: z.uuid() }))
  .output(SupportTicket)
