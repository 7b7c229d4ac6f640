import { Button, Menu, MenuItem } from '@stoa/ui'
import { Workflow } from 'lucide-react'

/** Asks for the plan of a statement, thought or measured. */
export function ExplainMenu({
  disabledReason,
  onExplain,
}: {
  disabledReason: string | undefined
  onExplain: (analyze: boolean) => void
}) {
  return (
    <Menu
      align="start"
      width={300}
      trigger={
        <Button size="sm" variant="quiet" icon={Workflow} aria-label="Explain" disabledReason={disabledReason}>
          <span className="max-wide:hidden">Explain</span>
        </Button>
      }
    >
      <MenuItem hint="Does not run it" onSelect={() => onExplain(false)}>
        Explain
      </MenuItem>
      <MenuItem hint="Runs it and rolls back" onSelect={() => onExplain(true)}>
        Explain and analyze
      </MenuItem>
    </Menu>
  )
}
