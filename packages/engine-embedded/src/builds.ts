import { EngineError } from '@stoa/engine'
import { type Build, majorOf, type Programs, prepareBuild } from './binaries.ts'
import type { Layout } from './layout.ts'
import type { Identity } from './run.ts'
import { ensureTemplate, type TemplateKind } from './template.ts'

/** The installed Postgres builds, each made runnable, and its templates made, at first need. */
export class Builds {
  readonly all: readonly Build[]
  readonly #layout: Layout
  readonly #account: Identity
  readonly #once = new Map<string, Promise<unknown>>()

  constructor(all: readonly Build[], layout: Layout, account: Identity) {
    this.all = all
    this.#layout = layout
    this.#account = account
  }

  /** The build that runs servers of this catalogue version; its minor version may be newer. @throws EngineError `unknown-version` */
  forVersion(version: string): Build {
    const major = majorOf(version)
    const found = this.all.find((build) => build.major === major)
    if (!found) throw new EngineError('unknown-version', `Postgres version ${version} is not installed here.`)
    return found
  }

  programs(build: Build): Promise<Programs> {
    return this.#remember(`programs ${build.major}`, () => prepareBuild(build, this.#layout.engines))
  }

  /** @returns the template's data folder */
  template(kind: TemplateKind, build: Build): Promise<string> {
    return this.#remember(`${kind} ${build.major}`, async () =>
      ensureTemplate(kind, build, await this.programs(build), this.#layout.templates, this.#account),
    )
  }

  /** Does something once for all who ask, and again only when it failed. */
  #remember<T>(key: string, work: () => Promise<T>): Promise<T> {
    const begun = this.#once.get(key) as Promise<T> | undefined
    if (begun) return begun
    const promise = work()
    this.#once.set(key, promise)
    promise.catch(() => this.#once.delete(key))
    return promise
  }
}
