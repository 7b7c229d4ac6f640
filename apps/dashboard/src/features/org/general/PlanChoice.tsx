import { type Organization, organizationPermissions, PLAN_IDS, PLANS, type Plan, type PlanId } from '@stoa/contract'
import { Badge, Button, RadioGroup, SettingsRow, toast } from '@stoa/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { usePermission } from '../../../api/permissions.ts'
import { useRefreshShell } from '../../../api/shell.ts'

/** What a plan allows, in one sentence. */
function describePlan(plan: Plan): string {
  const projects =
    plan.projectLimitPerMember === null
      ? 'Any number of projects'
      : `Up to ${plan.projectLimitPerMember} projects per member`
  const branching = plan.branching ? 'preview branches' : 'no preview branches'
  const paused = plan.pausedProjectsExpire
    ? 'paused projects can be restored for a limited time'
    : 'paused projects can always be restored'
  return `${projects}, ${branching}; ${paused}.`
}

/** The plan: a set of limits. Nothing is billed. */
export function PlanChoice({ organization }: { organization: Organization }) {
  const refreshShell = useRefreshShell()
  const { reason } = usePermission(organizationPermissions.changePlan, { slug: organization.slug })
  const [plan, setPlan] = useState<PlanId>(organization.plan.id)
  const change = useMutation({
    ...orpc.org.general.changePlan.mutationOptions(),
    onSuccess: async (saved) => {
      await refreshShell()
      toast.success(`Changed the plan to ${saved.plan.name}`)
    },
    onError: (error) => toast.error({ title: 'Failed to change the plan', description: errorMessage(error) }),
  })
  const same = plan === organization.plan.id
  return (
    <SettingsRow title="Plan" description="A plan is a set of limits. This installation bills nobody.">
      <RadioGroup
        label="Plan"
        hideLabel
        value={plan}
        onValueChange={setPlan}
        options={PLAN_IDS.map((id) => ({
          value: id,
          label: PLANS[id].name,
          hint: describePlan(PLANS[id]),
          badge: id === organization.plan.id ? <Badge>current</Badge> : undefined,
          disabledReason: reason,
        }))}
      />
      <div>
        <Button
          busy={change.isPending}
          busyLabel="Changing plan"
          disabledReason={reason ?? (same && 'This is the current plan')}
          onClick={() => change.mutate({ slug: organization.slug, plan })}
        >
          Change plan
        </Button>
      </div>
    </SettingsRow>
  )
}
