import { Button, Dialog, Field, Input, toast } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { useAssist } from '../sql-assist/use-assist.ts'

const SAVED = 'saved snippet'

/**
 * Asks for a name and saves the text as a query of one's own.
 * @param name what it is called unless somebody says otherwise
 */
export function SaveSnippet({
  projectRef,
  sql,
  name: first = 'New Query',
  onClose,
}: {
  projectRef: string
  sql: string
  name?: string
  onClose: () => void
}) {
  const [name, setName] = useState(first)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      client.project.content.save({
        params: { ref: projectRef },
        headers: { version: '2' },
        body: { id: crypto.randomUUID(), name, content: { sql } },
      }),
    onSuccess({ id }) {
      onClose()
      // The list of queries, wherever it is shown.
      void queries.invalidateQueries({ queryKey: ['content', projectRef] })
      const to = `/project/${projectRef}/sql/${id}`
      toast.success({
        id: SAVED,
        title: (
          <>
            Saved snippet!{' '}
            <a
              className="ui-link"
              href={to}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                toast.dismiss(SAVED)
                void navigate({ to: '/project/$ref/sql/$snippetId', params: { ref: projectRef, snippetId: id } })
              }}
            >
              View it here
            </a>
          </>
        ),
      })
    },
    onError: (error) => toast.error(`Failed to insert content: ${errorMessage(error)}`),
  })
  const assists = useAssist(projectRef)
  const suggest = useMutation({
    mutationFn: () => client.ai.title({ sql, projectRef }),
    onSuccess: ({ title }) => setName(title),
    onError: (error) => toast.error(`Failed to generate title: ${errorMessage(error)}`),
  })
  return (
    <Dialog
      onClose={onClose}
      title="Save as a snippet"
      description="It is kept with your queries of this project."
      onSubmit={() => save.mutate()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            busy={save.isPending}
            disabledReason={name.trim() === '' ? 'Enter a name' : undefined}
          >
            Save
          </Button>
        </>
      }
    >
      <Field label="Name">
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      {assists && sql.trim() !== '' ? (
        <span className="mt-2 flex">
          <Button size="sm" busy={suggest.isPending} busyLabel="Thinking…" onClick={() => suggest.mutate()}>
            Suggest a name
          </Button>
        </span>
      ) : null}
    </Dialog>
  )
}
