import { Button, Popover, Skeleton } from '@stoa/ui'
import { CalendarDays } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'
import { dayOf } from '../edit/times.ts'

const Calendar = lazyContent(async () => (await import('./Calendar.tsx')).Calendar)

/**
 * Opens a calendar beside a value with a day.
 * @param label what the value is called
 */
export function DayButton({ label, value, onDay }: { label: string; value: string; onDay: (day: Date) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={`Day of ${label}`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="quiet" icon={CalendarDays} aria-label={`Choose a day for ${label}`}>
          Calendar
        </Button>
      }
    >
      <Suspense fallback={<Skeleton width={224} height={232} />}>
        <Calendar
          day={dayOf(value)}
          onDay={(day) => {
            setOpen(false)
            onDay(day)
          }}
        />
      </Suspense>
    </Popover>
  )
}
