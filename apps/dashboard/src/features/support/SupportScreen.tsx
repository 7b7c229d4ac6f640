import { SUPPORT_CATEGORIES, type SupportTicket } from '@stoa/contract'
import {
  Badge,
  Button,
  buttonLook,
  type Column,
  DataList,
  Dialog,
  Empty,
  formatAge,
  formatDateTime,
  Note,
  Page,
  PageHeader,
  toast,
} from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { LifeBuoy } from 'lucide-react'
import { orpc } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { listFailure } from '../../api/failure.ts'
import { useShell } from '../../api/shell.ts'
import { usePageTitle } from '../../parts/page/title.ts'
import { useSetQueryParams } from '../../parts/query-params/use-query-params.ts'

/** Every request for support that this account may read, newest first. */
export function SupportScreen() {
  usePageTitle('Support')
  const tickets = useQuery(orpc.support.list.queryOptions())
  const { id } = useSearch({ from: '/frame/support' })
  const setParams = useSetQueryParams()
  const open = tickets.data?.find((ticket) => ticket.id === id)

  const columns: Column<SupportTicket>[] = [
    {
      key: 'subject',
      header: 'Subject',
      width: '44%',
      clip: true,
      narrow: 'title',
      cell: (ticket) => (
        <Link to="/support" search={{ id: ticket.id }} className="ui-rowlink font-medium">
          {ticket.subject}
        </Link>
      ),
    },
    {
      key: 'about',
      header: 'About',
      clip: true,
      narrow: 'sub',
      cell: (ticket) => ticket.project?.name ?? SUPPORT_CATEGORIES[ticket.category].name,
    },
    { key: 'from', header: 'From', clip: true, width: '18%', cell: (ticket) => ticket.author.name },
    {
      key: 'mail',
      header: 'E-mail',
      width: 110,
      narrow: 'end',
      cell: (ticket) => <MailState ticket={ticket} />,
    },
    {
      key: 'at',
      header: 'Asked',
      width: 120,
      narrow: 'sub-end',
      cell: (ticket) => (
        <span className="text-fg-3" title={formatDateTime(ticket.created_at)}>
          {formatAge(ticket.created_at)}
        </span>
      ),
    },
  ]
  return (
    <Page>
      <PageHeader
        title="Support"
        description="Your requests, and those about organizations that you own."
        actions={
          <Link to="/support/new" {...buttonLook({ variant: 'primary', size: 'sm' })}>
            Ask for support
          </Link>
        }
      />
      <DataList
        tall
        label="Requests"
        columns={columns}
        rows={tickets.data}
        rowKey={(ticket) => ticket.id}
        loadingRows={3}
        {...listFailure(tickets, 'Failed to load requests')}
        empty={
          <Empty
            title="No requests yet"
            text="What people ask for is kept here, with everything they wrote."
            action={
              <Link to="/support/new" {...buttonLook({ variant: 'primary' })}>
                <LifeBuoy aria-hidden="true" size={16} />
                Ask for support
              </Link>
            }
          />
        }
      />
      {open === undefined ? null : <Ticket ticket={open} onClose={() => setParams({ id: undefined })} />}
    </Page>
  )
}

function MailState({ ticket }: { ticket: SupportTicket }) {
  if (ticket.emailed_at !== null) return <span className="text-fg-3">Sent</span>
  if (ticket.email_error !== null) return <Badge tone="warn">Not sent</Badge>
  return <span className="text-fg-3">Kept here</span>
}

/** One request, whole. */
function Ticket({ ticket, onClose }: { ticket: SupportTicket; onClose: () => void }) {
  const queries = useQueryClient()
  const known = useShell().projects.some(({ ref }) => ref === ticket.project?.ref)
  const resend = useMutation({
    ...orpc.support.resend.mutationOptions(),
    onSuccess: async (sent) => {
      await queries.invalidateQueries({ queryKey: orpc.support.list.key() })
      if (sent.email_error === null) toast.success('Sent')
      else toast.error({ title: 'Failed to send the request', description: sent.email_error })
    },
    onError: (error) => toast.error({ title: 'Failed to send the request', description: errorMessage(error) }),
  })
  return (
    <Dialog
      variant="sheet"
      width={520}
      onClose={onClose}
      title={ticket.subject}
      description={`${ticket.author.name}, ${formatDateTime(ticket.created_at)}`}
      footer={
        <>
          {ticket.email_error === null ? null : (
            <Button busy={resend.isPending} busyLabel="Sending" onClick={() => resend.mutate({ id: ticket.id })}>
              Send again
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {ticket.email_error === null ? null : (
        <Note tone="warn">{ticket.email_error}. The request is kept here; the log of this Stoa says why.</Note>
      )}
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-13">
        <dt className="text-fg-2">About</dt>
        <dd>{SUPPORT_CATEGORIES[ticket.category].name}</dd>
        <dt className="text-fg-2">From</dt>
        <dd className="break-words">
          <a className="ui-link" href={`mailto:${ticket.author.primary_email}`}>
            {ticket.author.primary_email}
          </a>
        </dd>
        {ticket.project === null ? null : (
          <>
            <dt className="text-fg-2">Project</dt>
            <dd>
              {known ? (
                <Link className="ui-link" to="/project/$ref" params={{ ref: ticket.project.ref }}>
                  {ticket.project.name}
                </Link>
              ) : (
                ticket.project.name
              )}{' '}
              <span className="ui-mono text-fg-3 select-all">{ticket.project.ref}</span>
            </dd>
          </>
        )}
      </dl>
      <p className="whitespace-pre-wrap break-words text-fg-1">{ticket.message}</p>
    </Dialog>
  )
}
