import { implement } from '@orpc/server'
import { contract, type Grant } from '@stoa/contract'
import type { OrganizationRow, ProjectRow } from '../store/tables.ts'
import type { Actor } from './audit.ts'
import type { Account } from './people.ts'
import type { Platform } from './platform.ts'

/** One membership of the caller, with what it lets them do. */
export type Membership = { readonly organization: OrganizationRow; readonly wholeOrganization: boolean }

/** Who calls, how they proved it, and what they may do. */
export type Caller = {
  readonly account: Account
  /** The personal access token used; null for a browser session. */
  readonly tokenId: string | null
  /** Cookies with which the browser's session goes on, to be sent with the answer. */
  readonly renewed: readonly string[]
  readonly memberships: readonly Membership[]
  readonly grants: readonly Grant[]
}

/**
 * What a request turned out to be about. The guard fills it in from the route's access rule before the handler runs;
 * reading a part that the rule does not name is a mistake in the route and throws.
 */
export class Scope {
  #caller: Caller | null = null
  #organization: OrganizationRow | null = null
  #project: ProjectRow | null = null

  set(part: { caller?: Caller; organization?: OrganizationRow; project?: ProjectRow }): void {
    this.#caller = part.caller ?? this.#caller
    this.#organization = part.organization ?? this.#organization
    this.#project = part.project ?? this.#project
  }
  get caller(): Caller {
    return present(this.#caller, 'caller')
  }
  get callerOrNull(): Caller | null {
    return this.#caller
  }
  get organization(): OrganizationRow {
    return present(this.#organization, 'organization')
  }
  get project(): ProjectRow {
    return present(this.#project, 'project')
  }
}

function present<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`This route's access rule names no ${what}`)
  return value
}

export type RequestFacts = {
  readonly id: string
  readonly ip: string
  readonly headers: Headers
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
  /**
   * Reads a body that is bytes and no JSON, once.
   * @param most how many it may have
   * @param room gives the room for so many bytes
   * @throws ORPCError 413 for more, 400 when it breaks off
   */
  readonly bytes: (most: number, room: (length: number) => Buffer) => Promise<void>
}

export type Context = {
  readonly platform: Platform
  readonly request: RequestFacts
  readonly scope: Scope
  /** A handler that streams its own body puts the answer here; it is sent in place of the handler's value. */
  readonly reply: {
    response: Response | null
    /** Ends the connection at once, so that what was sent of a body does not look like all of it. */
    breakOff?: () => void
  }
}

/** The actor behind a request; the platform when nobody is signed in yet. */
export function actorOf({ scope, request }: Pick<Context, 'scope' | 'request'>): Actor {
  const caller = scope.callerOrNull
  return {
    id: caller?.account.id ?? null,
    name: caller?.account.name ?? null,
    tokenId: caller?.tokenId ?? null,
    requestId: request.id,
    ip: request.ip,
  }
}

/** The contract, ready for handlers. Input is checked after the guard, so that a stranger learns nothing from it. */
export const api = implement(contract)
  .$config({ initialInputValidationIndex: Number.POSITIVE_INFINITY })
  .$context<Context>()
