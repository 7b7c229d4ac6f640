/** SQL to begin with, written so that it runs as it is on a new project. */
export type Template = {
  readonly id: string
  readonly title: string
  /** What it does, in a sentence. */
  readonly about: string
  readonly sql: string
}

export type TemplateGroup = { readonly name: string; readonly templates: readonly Template[] }
