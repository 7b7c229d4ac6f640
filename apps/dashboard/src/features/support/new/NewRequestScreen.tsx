import { zodResolver } from '@hookform/resolvers/zod'
import {
  isSupportCategory,
  name,
  SUPPORT_CATEGORIES,
  SUPPORT_CATEGORY_IDS,
  SUPPORT_MESSAGE_MAX,
  SUPPORT_NO_PROJECT,
  SUPPORT_SUBJECT_MAX,
  text,
} from '@stoa/contract'
import { Button, buttonLook, Field, Input, Note, Page, PageHeader, Select, Textarea, toast } from '@stoa/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Controller, type UseFormWatch, useForm } from 'react-hook-form'
import * as z from 'zod'
import { client, orpc } from '../../../api/client.ts'
import { useShell } from '../../../api/shell.ts'
import { FormError } from '../../../parts/forms/FormError.tsx'
import { showServerError } from '../../../parts/forms/server-errors.ts'
import { usePageTitle } from '../../../parts/page/title.ts'
import type { SupportSearch } from '../../../parts/project/support-link.ts'
import { draftKey, dropDraft, keepDraft, readDraft, type SupportDraft } from './draft.ts'

/** The choice of no project; a select has no empty value. */
const NONE = 'none'

const Form = z.object({
  category: z.string().pipe(z.enum(SUPPORT_CATEGORY_IDS, { error: 'Choose what it is about' })),
  ref: z.string(),
  subject: name('Subject', SUPPORT_SUBJECT_MAX),
  message: text('Message', SUPPORT_MESSAGE_MAX).refine((value) => value.trim() !== '', 'Message is required'),
})

/** The form for support. Links fill it in advance; what is typed stays until it was sent. */
export function NewRequestScreen() {
  const search = useSearch({ from: '/frame/support/new' })
  const { profile } = useShell()
  const words = useLocation({ select: (location) => location.searchStr })
  const key = draftKey(profile.id, words)
  // Another link is another form, with a draft of its own.
  return <RequestForm key={key} draftName={key} search={search} />
}

function RequestForm({ draftName, search }: { draftName: string; search: SupportSearch }) {
  usePageTitle('Ask for support')
  const { projects } = useShell()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [kept] = useState(() => readDraft(draftName))
  const form = useForm<z.input<typeof Form>, unknown, z.output<typeof Form>>({
    resolver: zodResolver(Form),
    defaultValues: {
      category: isSupportCategory(search.category) ? search.category : '',
      ref: projects.some(({ ref }) => ref === search.ref) ? (search.ref ?? '') : '',
      subject: search.subject ?? '',
      message: search.message ?? '',
      ...kept,
    },
  })
  const { errors, isSubmitting } = form.formState
  const category = form.watch('category')
  const keeps = useDraft(form.watch, draftName)

  const submit = form.handleSubmit(async (values) => {
    try {
      const ticket = await client.support.create({ ...values, ref: values.ref || null })
      dropDraft(draftName)
      void queries.invalidateQueries({ queryKey: orpc.support.list.key() })
      if (ticket.email_error === null) toast.success(ticket.emailed_at === null ? 'Kept your request' : 'Sent')
      else toast.info({ title: 'Kept your request', description: `${ticket.email_error}. It can be sent again here.` })
      await navigate({ to: '/support', search: { id: ticket.id } })
    } catch (error) {
      showServerError(form, error, (message) => (message === SUPPORT_NO_PROJECT ? 'ref' : null))
    }
  })

  return (
    <Page>
      <div className="max-w-[620px]">
        <PageHeader
          title="Ask for support"
          actions={
            <Link to="/support" {...buttonLook({ size: 'sm' })}>
              All requests
            </Link>
          }
        />
        <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
          <WhereItGoes />
          <div className="grid grid-cols-2 gap-5 max-wide:grid-cols-1">
            <Field
              label="About"
              error={errors.category?.message}
              hint={isSupportCategory(category) ? SUPPORT_CATEGORIES[category].hint : undefined}
            >
              <Controller
                control={form.control}
                name="category"
                render={({ field }) => (
                  <Select
                    value={field.value || undefined}
                    onValueChange={field.onChange}
                    placeholder="Choose"
                    options={SUPPORT_CATEGORY_IDS.map((id) => ({
                      value: id,
                      label: SUPPORT_CATEGORIES[id].name,
                    }))}
                  />
                )}
              />
            </Field>
            <Field label="Project" error={errors.ref?.message}>
              <Controller
                control={form.control}
                name="ref"
                render={({ field }) => (
                  <Select
                    value={field.value || NONE}
                    onValueChange={(value) => field.onChange(value === NONE ? '' : value)}
                    options={[
                      { value: NONE, label: 'No project' },
                      ...projects.map((project) => ({ value: project.ref, label: project.name })),
                    ]}
                  />
                )}
              />
            </Field>
          </div>
          <Field label="Subject" error={errors.subject?.message}>
            <Input {...form.register('subject')} />
          </Field>
          <Field
            label="Message"
            error={errors.message?.message}
            hint="What you did, what happened and what you expected. Leave out passwords and keys."
          >
            <Textarea rows={10} {...form.register('message')} />
          </Field>
          {keeps ? null : (
            <Note tone="warn">This browser does not keep what you type. Send it before you leave the page.</Note>
          )}
          <FormError message={errors.root?.message} />
          <div className="flex justify-end gap-2">
            <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Sending">
              Send request
            </Button>
          </div>
        </form>
      </div>
    </Page>
  )
}

/** Keeps the form at every change. @returns whether the browser takes it */
function useDraft(watch: UseFormWatch<SupportDraft>, key: string): boolean {
  const [keeps, setKeeps] = useState(true)
  useEffect(() => {
    const { unsubscribe } = watch((values) =>
      setKeeps(
        keepDraft(key, {
          category: values.category ?? '',
          ref: values.ref ?? '',
          subject: values.subject ?? '',
          message: values.message ?? '',
        }),
      ),
    )
    return unsubscribe
  }, [watch, key])
  return keeps
}

/** Who will read a request, said before it is written. */
function WhereItGoes() {
  const { data } = useQuery(orpc.support.desk.queryOptions({ staleTime: 60_000 }))
  if (data === undefined) return null
  const reader = data.operator === null ? 'whoever runs this Stoa' : `${data.operator}, who runs this Stoa`
  return (
    <p className="text-13 text-fg-2">
      {data.emails
        ? `Your request goes by e-mail to ${reader}, and is kept under All requests.`
        : `Your request is kept under All requests, where ${reader}, and the owners of the project’s organization read it. This installation sends no e-mail.`}
    </p>
  )
}
