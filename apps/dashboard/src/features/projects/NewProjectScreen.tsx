import { zodResolver } from '@hookform/resolvers/zod'
import {
  COMPUTE_IDS,
  COMPUTE_SIZES,
  type ComputeId,
  DatabasePassword,
  DEFAULT_COMPUTE,
  type FreeLimitMember,
  NAME_TAKEN,
  organizationPermissions,
  PLANS,
  type PlanId,
  ProjectName,
  planAllowsCompute,
  type Shell,
  UNKNOWN_REGION,
  UNKNOWN_VERSION,
} from '@stoa/contract'
import { Badge, Button, buttonLook, Field, formatBytes, Input, Page, PageHeader, PasswordInput, Select } from '@stoa/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod'
import { client, orpc } from '../../api/client.ts'
import { answerPermission } from '../../api/permissions.ts'
import { refreshShell, shellQuery, useShell } from '../../api/shell.ts'
import { FormError } from '../../parts/forms/FormError.tsx'
import { showServerError } from '../../parts/forms/server-errors.ts'
import { FreeLimitDialog } from '../../parts/organization/FreeLimitDialog.tsx'
import { membersAtLimit } from '../../parts/organization/members-at-limit.ts'
import { usePageTitle } from '../../parts/page/title.ts'
import { postgresVersion } from '../../parts/project/words.ts'

const MB = 1024 * 1024

const Form = z.object({
  organization_slug: z.string().min(1, 'Organization is required'),
  name: ProjectName,
  region: z.string(),
  version: z.string(),
  compute: z.enum(COMPUTE_IDS),
  password: z.union([z.literal(''), DatabasePassword]),
})
type Values = z.input<typeof Form>

const FIELD_OF: Record<string, keyof Values> = {
  [NAME_TAKEN]: 'name',
  [UNKNOWN_VERSION]: 'version',
  [UNKNOWN_REGION]: 'region',
}

/** The compute sizes, with why an organization's plan does not have some of them. */
const computeOptions = (plan: PlanId | undefined) =>
  COMPUTE_IDS.map((id) => {
    const { name, memoryMb, maxConnections } = COMPUTE_SIZES[id]
    return {
      value: id,
      label: name,
      hint: `${formatBytes(memoryMb * MB)}, ${maxConnections} connections`,
      disabledReason: plan !== undefined && !planAllowsCompute(plan, id) && `Not in the ${PLANS[plan].name} plan`,
    }
  })

/** Names a catalogue entry in the form: versions are told apart by engine and channel too. */
const versionKey = (entry: Shell['engine']['versions'][number]): string =>
  `${entry.version}|${entry.postgres_engine}|${entry.release_channel}`

/** The form for a new project; the project itself then shows how it comes up. */
export function NewProjectScreen() {
  usePageTitle('New project')
  const shell = useShell()
  const { org } = useSearch({ from: '/frame/projects/new' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { versions, regions, default_version } = shell.engine

  const allowed = (slug: string) => answerPermission(shell, organizationPermissions.createProject, { slug })
  const first = shell.organizations.find(({ slug }) => allowed(slug).allowed)
  const form = useForm<Values, unknown, z.output<typeof Form>>({
    resolver: zodResolver(Form),
    defaultValues: {
      organization_slug: shell.organizations.find(({ slug }) => slug === org)?.slug ?? first?.slug ?? '',
      name: '',
      region: regions[0]?.id ?? '',
      version: versionKey(
        versions.find(({ version }) => version === default_version) ??
          versions[0] ?? { version: '', postgres_engine: '', release_channel: '' },
      ),
      compute: DEFAULT_COMPUTE,
      password: '',
    },
  })
  const { errors, isSubmitting } = form.formState
  const [full, setFull] = useState<readonly FreeLimitMember[] | null>(null)
  const slug = form.watch('organization_slug')
  const plan = shell.organizations.find((organization) => organization.slug === slug)?.plan.id
  const permission = slug === '' ? { reason: 'Create an organization first' } : allowed(slug)

  const submit = form.handleSubmit(async (values) => {
    if (permission.reason !== undefined) return
    const version = versions.find((entry) => versionKey(entry) === values.version)
    try {
      const project = await client.projects.create({
        name: values.name,
        organization_slug: values.organization_slug,
        region: values.region || undefined,
        postgres_engine: version?.postgres_engine,
        release_channel: version?.release_channel,
        desired_instance_size: values.compute,
        db_pass: values.password || undefined,
      })
      const { ref, name, organization_slug } = project
      // The frame knows the project at once, and asks for the rest on the side.
      queries.setQueryData(
        shellQuery().queryKey,
        (known) => known && { ...known, projects: [...known.projects, { ref, name, organization_slug }] },
      )
      void refreshShell(queries)
      void queries.invalidateQueries({ queryKey: orpc.projects.list.key() })
      await navigate({ to: '/project/$ref', params: { ref } })
    } catch (error) {
      const members = membersAtLimit(error)
      if (members.length > 0) setFull(members)
      showServerError(form, error, (message) => FIELD_OF[message] ?? null)
    }
  })

  return (
    <Page>
      <div className="max-w-[520px]">
        <PageHeader
          title="New project"
          description="A Postgres server of its own, with its own address, password and keys. Ready in about a second."
        />
        <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
          <Field label="Name" error={errors.name?.message}>
            <Input autoFocus spellCheck={false} {...form.register('name')} />
          </Field>
          <Field label="Organization" error={errors.organization_slug?.message}>
            <Controller
              control={form.control}
              name="organization_slug"
              render={({ field }) => (
                <Select
                  value={field.value || undefined}
                  onValueChange={field.onChange}
                  options={shell.organizations.map((organization) => ({
                    value: organization.slug,
                    label: organization.name,
                    disabledReason: allowed(organization.slug).reason,
                  }))}
                />
              )}
            />
          </Field>
          <div className="grid grid-cols-2 gap-5 max-wide:grid-cols-1">
            <Field label="Postgres version" error={errors.version?.message}>
              <Controller
                control={form.control}
                name="version"
                render={({ field }) => (
                  <Select
                    value={field.value}
                    onValueChange={field.onChange}
                    options={versions.map((entry) => ({
                      value: versionKey(entry),
                      label: postgresVersion(entry.version),
                      badge: <VersionBadge engine={entry.postgres_engine} channel={entry.release_channel} />,
                    }))}
                  />
                )}
              />
            </Field>
            <Field label="Compute size" error={errors.compute?.message}>
              <Controller
                control={form.control}
                name="compute"
                render={({ field }) => (
                  <Select<ComputeId>
                    value={field.value}
                    onValueChange={field.onChange}
                    options={computeOptions(plan)}
                  />
                )}
              />
            </Field>
          </div>
          <Field label="Region" error={errors.region?.message}>
            <Controller
              control={form.control}
              name="region"
              render={({ field }) => (
                <Select
                  value={field.value || undefined}
                  onValueChange={field.onChange}
                  options={regions.map((region) => ({ value: region.id, label: region.name }))}
                  disabledReason={regions.length < 2 && 'This installation has one region'}
                />
              )}
            />
          </Field>
          <Field
            label="Database password"
            badge={<span className="ui-hint">optional</span>}
            error={errors.password?.message}
            hint="Left empty, one is generated. It can be reset at any time."
          >
            <PasswordInput autoComplete="new-password" {...form.register('password')} />
          </Field>
          <FormError message={errors.root?.message} />
          <div className="flex justify-end gap-2">
            <Link to="/projects" search={org === undefined ? {} : { org }} {...buttonLook()}>
              Cancel
            </Link>
            <Button
              type="submit"
              variant="primary"
              busy={isSubmitting}
              busyLabel="Creating project"
              disabledReason={permission.reason}
            >
              Create project
            </Button>
          </div>
        </form>
        <FreeLimitDialog members={full} onClose={() => setFull(null)} />
      </div>
    </Page>
  )
}

/** What sets a version apart from an ordinary one; nothing for an ordinary one. */
function VersionBadge({ engine, channel }: { engine: string; channel: string }) {
  return (
    <>
      {engine.startsWith('oriole-preview') ? <Badge tone="outline">OrioleDB Preview</Badge> : null}
      {channel === 'ga' ? null : <Badge tone="outline">{channel}</Badge>}
    </>
  )
}
