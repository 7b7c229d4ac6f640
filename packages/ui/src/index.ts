export { copyAndSay, copyText } from './clipboard.ts'
export * from './format.ts'
export { ActionsMenu } from './parts/actions-menu.tsx'
export { Avatar, Meter } from './parts/avatar.tsx'
export { Banner, Note } from './parts/banner.tsx'
export * from './parts/button.tsx'
export { Checkbox, RadioGroup, type RadioOption, Switch } from './parts/checks.tsx'
export { Chip } from './parts/chip.tsx'
export {
  Copied,
  CopyButton,
  CopyRow,
  CopyRows,
  type CopyValue,
  KeyBox,
  SecretRow,
  useCopy,
} from './parts/copy.tsx'
export { Dialog, type DialogProps, Drawer } from './parts/dialog.tsx'
export { Field } from './parts/field.tsx'
export { Icon, type IconType } from './parts/icon.tsx'
export { Input, type InputProps, PasswordInput, Textarea, type TextareaProps } from './parts/input.tsx'
export { isApple, Kbd, KeyCaps } from './parts/kbd.tsx'
export * from './parts/list.tsx'
export { Colonnade, Mark } from './parts/mark.tsx'
export {
  ContextMenu,
  Menu,
  MenuCheck,
  MenuItem,
  type MenuItemProps,
  MenuLabel,
  MenuSeparator,
  MenuSub,
} from './parts/menu.tsx'
export * from './parts/page.tsx'
export { Popover } from './parts/popover.tsx'
export { SearchField } from './parts/search-field.tsx'
export { Select, type SelectGroup, type SelectOption, type SelectProps } from './parts/select.tsx'
export * from './parts/states.tsx'
export * from './parts/status.tsx'
export { type Step, Steps, StepsColonnade } from './parts/steps.tsx'
export { Segmented, type TabOption, Tabs } from './parts/tabs.tsx'
export { Toaster } from './parts/toaster.tsx'
export { Tooltip } from './parts/tooltip.tsx'
export { TypedConfirm, typedMismatch } from './parts/typed-confirm.tsx'
export { setTheme, type Theme, useTheme } from './theme.ts'
export { THEME_STORAGE_KEY, themeScript } from './theme-script.ts'
export { type ToastInput, toast } from './toasts.ts'
