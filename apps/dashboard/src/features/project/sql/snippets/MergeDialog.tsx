import type { ContentConflict } from '@stoa/contract'
import { Button, Dialog, formatAge, SkeletonRows } from '@stoa/ui'
import { Suspense, useRef, useState } from 'react'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'
import type { Document } from './document.ts'

const SqlDiff = lazyContent(async () => (await import('../../../../parts/sql-code/SqlDiff.tsx')).SqlDiff)

const UNDER_WAY = 'Your text is being put among the earlier versions'

/**
 * Two texts of one query, of which one can become the next: that of the server at the left, the one typed here at the
 * right, where it can be changed and take over what it should.
 */
export function MergeDialog({
  document,
  conflict,
  onClose,
}: {
  document: Document
  conflict: ContentConflict
  onClose: () => void
}) {
  const [mine] = useState(document.text)
  const merged = useRef(mine)
  const [changed, setChanged] = useState(false)
  const [deciding, setDeciding] = useState(false)
  const decide = async (sql: string) => {
    setDeciding(true)
    await document.resolve(sql)
    setDeciding(false)
  }
  const who = conflict.updated_by ?? 'Somebody'
  return (
    <Dialog
      onClose={onClose}
      title="This query was changed meanwhile"
      description={`${who} saved another text ${formatAge(conflict.updated_at)}. Nothing is lost: the other one stays among the earlier versions.`}
      width={1080}
      fillNarrow
      footer={
        <>
          <Button busy={deciding} onClick={() => void decide(conflict.sql)}>
            Keep theirs
          </Button>
          <Button disabledReason={deciding && UNDER_WAY} onClick={() => void decide(mine)}>
            Keep mine
          </Button>
          <Button
            variant="primary"
            disabledReason={deciding ? UNDER_WAY : changed ? undefined : 'Change your text first'}
            onClick={() => void decide(merged.current)}
          >
            Save merged
          </Button>
        </>
      }
    >
      <div className="sql-compare">
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <SqlDiff
            before={conflict.sql}
            after={mine}
            labels={{ before: 'On the server', after: 'Yours' }}
            takeLabel="Take this change over from the server"
            onChange={(text) => {
              merged.current = text
              setChanged(text !== mine)
            }}
          />
        </Suspense>
      </div>
    </Dialog>
  )
}
