import { Button, toast } from '@stoa/ui'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { client } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { Part } from './Examples.tsx'

/** Lets the browser keep a text as a file. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/typescript' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download holds the text by then.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}

/** Types of everything that the project's APIs give and take, as a file. */
export function TypesDownload({ projectRef }: { projectRef: string }) {
  const generate = useMutation({
    mutationFn: () => client.project.api.types({ ref: projectRef }),
    onSuccess: ({ types }) => {
      save('database.types.ts', types)
      toast.success('Successfully generated types! File is being downloaded')
    },
    onError: (error) => toast.error(`Failed to generate types: ${errorMessage(error)}`),
  })
  return (
    <Part title="TypeScript types">
      <p className="max-w-prose text-fg-2">
        A file that describes tables, views, functions and enums. Given to <code className="ui-mono">createClient</code>
        , it checks names and values while you type.
      </p>
      <div>
        <Button
          icon={Download}
          busy={generate.isPending}
          busyLabel="Generating types"
          onClick={() => generate.mutate()}
        >
          Generate and download types
        </Button>
      </div>
    </Part>
  )
}
