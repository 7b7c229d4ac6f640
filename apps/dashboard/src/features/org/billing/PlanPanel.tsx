import {
  type Organization,
  organizationPermissions,
  PLAN_IDS,
  PLANS,
  type PlanChangeSource,
  type PlanId,
} from '@stoa/contract'
import { Badge, Button, Dialog, RadioGroup, toast } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { usePermission } from '../../../api/permissions.ts'
import { useRefreshShell } from '../../../api/shell.ts'
import { FormError } from '../../../parts/forms/FormError.tsx'
import { PlanTable } from './PlanTable.tsx'

/** The plan that a link to this panel means: the next one up. */
const next = (plan: PlanId): PlanId => PLAN_IDS[PLAN_IDS.indexOf(plan) + 1] ?? plan

/**
 * Compares the plans and changes to another.
 * @param source what led here; it is noted with the change, and the next plan is chosen in advance
 */
export function PlanPanel({
  organization,
  source,
  onClose,
}: {
  organization: Organization
  source: PlanChangeSource | undefined
  onClose: () => void
}) {
  const queries = useQueryClient()
  const refreshShell = useRefreshShell()
  const current = organization.plan.id
  const { reason } = usePermission(organizationPermissions.changePlan, { slug: organization.slug })
  const [plan, setPlan] = useState<PlanId>(source !== undefined && reason === undefined ? next(current) : current)
  const change = useMutation({
    ...orpc.org.billing.changePlan.mutationOptions(),
    onSuccess: async (saved) => {
      // The plan is part of the projects too: what they show of it is asked for anew.
      void queries.invalidateQueries()
      await refreshShell()
      toast.success(`Changed the plan to ${saved.plan.name}`)
      onClose()
    },
  })
  const choose = (id: PlanId) => {
    change.reset()
    setPlan(id)
  }
  return (
    <Dialog
      variant="sheet"
      width={560}
      onClose={onClose}
      locked={change.isPending}
      title={`Change the plan of ${organization.name}`}
      description="Takes effect at once. Nothing is billed."
      onSubmit={() => {
        if (reason === undefined && plan !== current && !change.isPending)
          change.mutate({ slug: organization.slug, plan, source })
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={change.isPending}
            busyLabel="Changing plan"
            disabledReason={reason ?? (plan === current && 'This is the current plan')}
          >
            Change plan
          </Button>
        </>
      }
    >
      <RadioGroup
        label="Plan"
        hideLabel
        value={plan}
        onValueChange={choose}
        options={PLAN_IDS.map((id) => ({
          value: id,
          label: PLANS[id].name,
          badge: id === current ? <Badge>current</Badge> : undefined,
          disabledReason: reason,
          hint: PLANS[id].summary,
        }))}
      />
      <PlanTable chosen={plan} />
      <FormError message={change.isError ? errorMessage(change.error) : undefined} />
    </Dialog>
  )
}
