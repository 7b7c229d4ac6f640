import { RadioGroup, SettingsRow, type Theme, useTheme } from '@stoa/ui'

const OPTIONS: { value: Theme; label: string; hint?: string }[] = [
  { value: 'system', label: 'As the system', hint: 'Follows the light and dark setting of this device.' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light, dark, or as the system; kept in this browser. */
export function ThemeChoice() {
  const { theme, setTheme } = useTheme()
  return (
    <SettingsRow title="Theme" description="Kept in this browser.">
      <RadioGroup label="Theme" hideLabel value={theme} onValueChange={setTheme} options={OPTIONS} />
    </SettingsRow>
  )
}
