import { BUILDING } from './building.ts'
import { QUICKSTARTS } from './quickstarts.ts'
import { REPORTS } from './reports.ts'
import type { TemplateGroup } from './template.ts'

/** Everything to begin with, in the order in which it is shown. Load it lazily. */
export const TEMPLATES: readonly TemplateGroup[] = [...QUICKSTARTS, ...BUILDING, ...REPORTS]

/** The groups with what matches some words; a group whose name matches is shown whole. */
export function findTemplates(words: string): readonly TemplateGroup[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = (text: string) => wanted.every((word) => text.toLowerCase().includes(word))
  return TEMPLATES.map((group) => ({
    ...group,
    templates: group.templates.filter(({ title, about }) => holds(`${group.name} ${title} ${about}`)),
  })).filter(({ templates }) => templates.length > 0)
}
