import type { CustomHostname } from '@stoa/contract'
import {
  Badge,
  Button,
  CopyRow,
  CopyRows,
  formatDateTime,
  Note,
  Settings,
  SettingsRow,
  type Step,
  Steps,
  TypedConfirm,
  toast,
} from '@stoa/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { useNoteDomain } from './use-custom-domain.ts'

const STATUS_WORDS = {
  '2_initiated': <Badge tone="warn">records missing</Badge>,
  '3_challenge_verified': <Badge tone="accent">verified</Badge>,
  '5_services_reconfigured': <Badge tone="ok">active</Badge>,
} as const

const WAITS_FOR = [null, 'Waits for you to set and verify the records', 'Waits for the activation'] as const

/** The steps with their states. None is ever under way by itself: what is not done waits for a person. */
function stepsOf(status: CustomHostname['status']): Step[] {
  const done = { '2_initiated': 1, '3_challenge_verified': 2, '5_services_reconfigured': 3 }[status]
  return ['Host name added', 'DNS records verified', 'Answering under the host name'].map((label, index) => ({
    label,
    state: index < done ? 'done' : 'waiting',
    ...(index === done && { detail: WAITS_FOR[index] }),
  }))
}

type Props = { refName: string; domain: CustomHostname; reason: string | undefined }

/** A custom domain on its way: the records to set, their verification, the activation, the removal. */
export function DomainSteps({ refName: ref, domain, reason }: Props) {
  const note = useNoteDomain(ref)
  const { status, custom_hostname: hostname } = domain
  const { custom_origin_server, ownership_verification: proof, verification_errors, checked_at } = domain.data.result
  const failed = (what: string) => (error: unknown) => toast.error(`Failed to ${what}: ${errorMessage(error)}`)
  const verify = useMutation({
    ...orpc.project.settings.customDomain.reverify.mutationOptions(),
    onSuccess: (saved) => {
      note(saved)
      if (saved.data.result.verification_errors.length === 0) toast.success('The DNS records are right')
    },
    onError: failed('verify the DNS records'),
  })
  const activate = useMutation({
    ...orpc.project.settings.customDomain.activate.mutationOptions(),
    onSuccess: (saved) => {
      note(saved)
      toast.success(`The project answers under ${hostname}`)
    },
    onError: failed('activate the custom domain'),
  })
  return (
    <Settings>
      <SettingsRow title="Host name" description="Three steps, each of which you can come back to later.">
        <div className="flex flex-wrap items-center gap-3">
          <code className="ui-mono wrap-anywhere">{hostname}</code>
          {STATUS_WORDS[status]}
        </div>
        <Steps label="Setting up the custom domain" steps={stepsOf(status)} />
      </SettingsRow>
      <SettingsRow
        title="DNS records"
        description="Set both where the domain is managed. A bare domain without CNAME may lead to the same addresses instead."
      >
        <div className="grid gap-2">
          <h3 className="font-medium">CNAME</h3>
          <CopyRows>
            <CopyRow name="Name" value={hostname} />
            <CopyRow name="Target" value={custom_origin_server} />
          </CopyRows>
        </div>
        <div className="grid gap-2">
          <h3 className="font-medium">TXT, which proves that the name is yours</h3>
          <CopyRows>
            <CopyRow name="TXT name" value={proof.name} />
            <CopyRow name="TXT value" value={proof.value} />
          </CopyRows>
        </div>
        {verification_errors.length === 0 ? null : (
          <Note tone="warn" role="status">
            <ul className="grid gap-1">
              {verification_errors.map((problem) => (
                <li key={problem} className="wrap-anywhere">
                  {problem}.
                </li>
              ))}
            </ul>
          </Note>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant={status === '2_initiated' ? 'primary' : 'default'}
            busy={verify.isPending}
            busyLabel="Looking up"
            disabledReason={reason}
            onClick={() => verify.mutate({ ref })}
          >
            {status === '2_initiated' ? 'Verify' : 'Verify again'}
          </Button>
          <span className="text-12 text-fg-3">
            {checked_at === null ? 'Never looked up yet' : `Last looked up ${formatDateTime(checked_at)}`}
          </span>
        </div>
      </SettingsRow>
      {status === '5_services_reconfigured' ? null : (
        <SettingsRow
          title="Activation"
          description="From then on the project’s APIs answer there. For https, end TLS for the name in the proxy before the platform."
        >
          <div>
            <Button
              variant={status === '3_challenge_verified' ? 'primary' : 'default'}
              busy={activate.isPending}
              busyLabel="Activating"
              disabledReason={reason ?? (status === '2_initiated' && 'Verify the DNS records first')}
              onClick={() => activate.mutate({ ref })}
            >
              Activate
            </Button>
          </div>
        </SettingsRow>
      )}
      <Removal refName={ref} hostname={hostname} reason={reason} />
    </Settings>
  )
}

function Removal({
  refName: ref,
  hostname,
  reason,
}: {
  refName: string
  hostname: string
  reason: string | undefined
}) {
  const note = useNoteDomain(ref)
  const [open, setOpen] = useState(false)
  const remove = useMutation({
    ...orpc.project.settings.customDomain.remove.mutationOptions(),
    onSuccess: () => {
      note(null)
      toast.success('Removed the custom domain')
    },
  })
  return (
    <SettingsRow title="Remove" description="The project stops answering under this host name at once.">
      <div>
        <Button variant="bad-quiet" disabledReason={reason} onClick={() => setOpen(true)}>
          Remove domain
        </Button>
      </div>
      <TypedConfirm
        open={open}
        onClose={() => setOpen(false)}
        title="Remove the custom domain"
        description={`Everything that calls ${hostname} is refused from then on. The platform’s own address stays.`}
        value={hostname}
        confirmLabel="Remove domain"
        busyLabel="Removing"
        busy={remove.isPending}
        error={remove.isError ? errorMessage(remove.error) : undefined}
        onConfirm={() => remove.mutate({ ref })}
      />
    </SettingsRow>
  )
}
