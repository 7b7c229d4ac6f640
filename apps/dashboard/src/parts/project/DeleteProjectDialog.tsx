import { EXIT_REASONS, type Project } from '@stoa/contract'
import { Checkbox, Field, Textarea, TypedConfirm, toast } from '@stoa/ui'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { asksForReasons, type ExitReason, missingReason } from './exit-survey.ts'
import { useLeaveProject } from './project.ts'

const MESSAGE_MAX = 2_000

/** The confirmation of a deletion: the name typed, and why, unless the plan is free. */
export function DeleteProjectDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { ref, name, organization_plan: plan } = project
  const leave = useLeaveProject(ref)
  const [reasons, setReasons] = useState<readonly ExitReason[]>([])
  const [message, setMessage] = useState('')
  // A second try must not answer the survey twice.
  const surveyed = useRef(false)
  const asked = asksForReasons(plan)
  const remove = useMutation({
    mutationFn: async () => {
      if (asked && !surveyed.current) {
        await client.project.settings.exitSurvey({
          ref,
          organization_slug: project.organization_slug,
          reasons: [...reasons],
          message,
          exit_action: 'delete',
        })
        surveyed.current = true
      }
      await client.project.lifecycle.remove({ ref })
    },
    onSuccess: async () => {
      toast.success(`Successfully deleted ${name}`)
      await leave()
    },
    onError: (error) => toast.error(`Failed to delete project: ${errorMessage(error)}`),
  })
  const toggle = (reason: ExitReason, chosen: boolean) =>
    setReasons((known) => (chosen ? [...known, reason] : known.filter((other) => other !== reason)))
  return (
    <TypedConfirm
      onClose={onClose}
      title={`Confirm deletion of ${name}`}
      description={`This deletes the database of ${name} and everything in it, for good. It cannot be undone.`}
      value={name}
      confirmLabel="I understand, delete this project"
      busyLabel="Deleting"
      busy={remove.isPending}
      validate={() => missingReason(plan, reasons)}
      onConfirm={() => remove.mutate()}
      width={480}
    >
      {asked ? (
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-semi">Help us improve</legend>
          <p className="mb-1 text-13 text-fg-2">
            Why are you deleting this project? The answer stays in this installation’s own log.
          </p>
          {EXIT_REASONS.map((reason) => (
            <Checkbox
              key={reason}
              label={reason}
              checked={reasons.includes(reason)}
              onCheckedChange={(chosen) => toggle(reason, chosen)}
            />
          ))}
          <Field label="Anything else" hideLabel className="mt-1">
            <Textarea
              rows={2}
              maxLength={MESSAGE_MAX}
              placeholder="Anything else"
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          </Field>
        </fieldset>
      ) : null}
    </TypedConfirm>
  )
}
