import {
  type Compute,
  type ComputeId,
  type ComputeOption,
  type Project,
  projectLifecycle,
  projectPermissions,
} from '@stoa/contract'
import {
  Badge,
  Button,
  Dialog,
  ErrorState,
  formatDateTime,
  formatNumber,
  Note,
  RadioGroup,
  SettingsRow,
  SkeletonRows,
  toast,
} from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { failureOf } from '../../../api/failure.ts'
import { usePermission } from '../../../api/permissions.ts'
import { noteProject } from '../../../parts/project/project.ts'
import { sizeChanges, sizeWords } from './size-words.ts'

/** The compute size: a choice, what it changes, and the change itself. */
export function ComputeSize({ project }: { project: Project }) {
  const compute = useQuery(
    orpc.project.computeAndDisk.compute.queryOptions({
      input: { ref: project.ref },
      // Another size, status or plan is another answer.
      queryKey: [
        ...orpc.project.computeAndDisk.compute.queryKey({ input: { ref: project.ref } }),
        project.compute_size,
        project.status,
      ],
    }),
  )
  return (
    <SettingsRow
      title="Compute size"
      description="What the database server is made for. Changing it restarts the server, and keeps the data."
    >
      {compute.data !== undefined ? (
        <Choice key={compute.data.compute_size} project={project} compute={compute.data} />
      ) : compute.isError ? (
        <ErrorState title="Failed to load the compute sizes" {...failureOf(compute)} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </SettingsRow>
  )
}

function Choice({ project, compute }: { project: Project; compute: Compute }) {
  const { reason } = usePermission(projectPermissions.resize, { ref: project.ref })
  const [chosen, setChosen] = useState<ComputeId>(compute.compute_size)
  const [asking, setAsking] = useState(false)
  const from = compute.sizes.find(({ id }) => id === compute.compute_size)
  const to = compute.sizes.find(({ id }) => id === chosen)
  const same = chosen === compute.compute_size
  const state = projectLifecycle.states[project.status]
  const refusal =
    reason ??
    (same
      ? 'The project already has this compute size'
      : projectLifecycle.can(project.status, 'resize')
        ? to?.refusal
        : `Not while the project’s status is “${state.label}”`)
  return (
    <>
      <LastFailure compute={compute} />
      <RadioGroup
        label="Compute size"
        hideLabel
        value={chosen}
        onValueChange={setChosen}
        options={compute.sizes.map((size) => ({
          value: size.id,
          label: size.name,
          hint: sizeWords(size),
          badge: <SizeBadge size={size} current={size.id === compute.compute_size} />,
          disabledReason: size.refusal,
        }))}
      />
      {same || from === undefined || to === undefined ? null : <Changes from={from} to={to} />}
      <div>
        <Button disabledReason={refusal} onClick={() => setAsking(true)}>
          {same || to === undefined ? 'Change size' : `Change to ${to.name}`}
        </Button>
      </div>
      {asking && to !== undefined ? <Confirm project={project} to={to} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

function SizeBadge({ size, current }: { size: ComputeOption; current: boolean }) {
  const price = size.price_per_month
  return (
    <>
      {current ? <Badge tone="accent">current</Badge> : null}
      <Badge>{price === null ? 'Included' : `$${formatNumber(price, Number.isInteger(price) ? 0 : 2)} a month`}</Badge>
    </>
  )
}

/** Why the latest change of size came to nothing, in the engine's sentence and the server's own words. */
function LastFailure({ compute }: { compute: Compute }) {
  const failure = compute.last_failure
  if (failure === null) return null
  const name = compute.sizes.find(({ id }) => id === failure.compute_size)?.name ?? failure.compute_size
  const [sentence, ...words] = failure.message.split('\n')
  return (
    <Note tone="bad">
      The change to {name} on {formatDateTime(failure.at)} failed, and the project has the size it had. {sentence}
      {words.length === 0 ? null : <pre className="ui-mono mt-1.5 whitespace-pre-wrap">{words.join('\n')}</pre>}
    </Note>
  )
}

function Changes({ from, to }: { from: ComputeOption; to: ComputeOption }) {
  return (
    <table className="ui-list" aria-label="What changes">
      <thead>
        <tr>
          <th scope="col">What changes</th>
          <th scope="col" data-align="end">
            {from.name}
          </th>
          <th scope="col" data-align="end">
            {to.name}
          </th>
        </tr>
      </thead>
      <tbody>
        {sizeChanges(from, to).map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row" className="font-regular">
              {name}
            </th>
            <td data-align="end" className="num text-fg-3">
              {before}
            </td>
            <td data-align="end" className="num font-medium">
              {after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Confirm({ project, to, onClose }: { project: Project; to: ComputeOption; onClose: () => void }) {
  const queries = useQueryClient()
  const resize = useMutation({
    ...orpc.project.computeAndDisk.resize.mutationOptions(),
    onSuccess: ({ status }) => {
      onClose()
      noteProject(queries, project.ref, { status })
    },
    onError: (error) => toast.error(`Failed to change the compute size: ${errorMessage(error)}`),
  })
  return (
    <Dialog
      onClose={onClose}
      locked={resize.isPending}
      title={`Change ${project.name} to ${to.name}?`}
      description="The server restarts with the new size: everybody who is connected is disconnected, and running queries end. It is back in a few seconds with its data. If it does not start with this size, it gets its old one back."
      onSubmit={() => (resize.isPending ? undefined : resize.mutate({ ref: project.ref, compute_size: to.id }))}
      footer={
        <>
          <Button disabledReason={resize.isPending && 'Work is under way'} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={resize.isPending} busyLabel="Changing size">
            Restart with {to.name}
          </Button>
        </>
      }
    />
  )
}
