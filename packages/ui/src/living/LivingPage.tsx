import { PageHeader, Segmented, type Theme, useTheme } from '../index.ts'
import { LivingCharts } from './LivingCharts.tsx'
import { LivingControls } from './LivingControls.tsx'
import { LivingStates } from './LivingStates.tsx'

const THEMES: { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Every part in every state, for those who build screens. Only the development build shows it. */
export function LivingPage() {
  const { theme, setTheme } = useTheme()
  return (
    <main className="min-h-full bg-ground">
      <div className="mx-auto max-w-[1360px] px-4 py-7 wide:px-10">
        <PageHeader
          title="Parts"
          status="ok"
          aside="every one, in every state"
          actions={<Segmented label="Theme" value={theme} onValueChange={setTheme} options={THEMES} />}
        />
        <div className="mt-6 grid grid-flow-dense grid-cols-1 gap-x-12 gap-y-9 wide:grid-cols-3">
          <LivingControls />
          <LivingStates />
          <LivingCharts />
        </div>
      </div>
    </main>
  )
}
