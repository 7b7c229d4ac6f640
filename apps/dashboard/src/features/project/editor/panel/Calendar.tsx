import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'

/** Years that are offered on either side; others are written. */
const YEARS = 100

const ARROWS = { left: ChevronLeft, right: ChevronRight, up: ChevronDown, down: ChevronDown }
const BUTTON = 'grid size-7 place-items-center rounded-2 text-fg-2 hover:bg-hover'

function Arrow({ orientation = 'down' }: { orientation?: keyof typeof ARROWS }) {
  const Drawn = ARROWS[orientation]
  return <Drawn size={14} aria-hidden="true" />
}

/** A month to choose a day from, by pointer or arrow keys. */
export function Calendar({ day, onDay }: { day: Date | null; onDay: (day: Date) => void }) {
  const shown = day ?? new Date()
  return (
    <DayPicker
      mode="single"
      autoFocus
      showOutsideDays
      weekStartsOn={1}
      captionLayout="dropdown"
      defaultMonth={shown}
      startMonth={new Date(shown.getFullYear() - YEARS, 0)}
      endMonth={new Date(shown.getFullYear() + YEARS, 11)}
      selected={day ?? undefined}
      // Choosing the day that is chosen already keeps it.
      onSelect={(_, chosen) => onDay(chosen)}
      components={{ Chevron: Arrow }}
      classNames={{
        root: 'text-13 text-fg-1',
        months: 'relative',
        month_caption: 'flex h-7 items-center px-2',
        dropdowns: 'flex items-center gap-2',
        dropdown_root: 'relative flex items-center gap-1 rounded-2 hover:bg-hover',
        dropdown: 'absolute inset-0 cursor-default opacity-0',
        caption_label: 'flex items-center gap-1 font-medium',
        nav: 'absolute top-0 right-0 flex',
        button_previous: BUTTON,
        button_next: BUTTON,
        month_grid: 'mt-2 border-collapse',
        weekday: 'size-8 text-11 font-regular text-fg-3',
        day: 'size-8 p-0 text-center num',
        day_button: 'size-8 rounded-2 hover:bg-hover',
        selected: '[&>button]:bg-accent [&>button]:text-on-accent',
        today: 'font-semi',
        outside: 'text-fg-3',
      }}
    />
  )
}
