/** Takes over what is being typed: a field gives its text away when it is left. */
export function leaveField(): void {
  const { activeElement: field } = document
  if (!(field instanceof HTMLElement)) return
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field.isContentEditable) field.blur()
}
