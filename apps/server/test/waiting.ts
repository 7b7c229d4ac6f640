import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, EngineError } from '@stoa/engine'

/** Most milliseconds that anything in a test may take before it counts as never happening. */
export const PATIENCE_MS = 30_000

/**
 * A port that nothing listens on. Nothing takes it either while a platform that has it starts anew: it lies below the
 * ports that engines take for projects, in tests and by themselves, in a stretch that no other worker of this run takes
 * ports from. `fetch` does not refuse to talk to it.
 */
export async function freePort(): Promise<number> {
  const from = 4_200 + 200 * (Number(process.env.VITEST_POOL_ID ?? 1) % 4)
  for (;;) {
    const port = randomInt(from, from + 200)
    const probe = createServer()
    probe.listen(port, '127.0.0.1')
    const free = await Promise.race([once(probe, 'listening').then(() => true), once(probe, 'error').then(() => false)])
    if (!free) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}

/** Asks again until the answer is not null or false. @throws when it never is */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null | false | undefined>,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await ask()
    if (found !== null && found !== false && found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}`)
    await sleep(20)
  }
}

/** An engine that fails or dawdles on demand and is the real one otherwise. */
export class Faults {
  readonly #errors = new Map<string, EngineError>()
  readonly #held = new Map<string, () => Promise<void>>()

  /** Lets a method fail from now on. @param error a sentence, or the whole error */
  fail(method: keyof Engine, error: string | EngineError): void {
    this.#errors.set(method, typeof error === 'string' ? new EngineError('failed', error) : error)
  }
  heal(): void {
    this.#errors.clear()
  }
  /**
   * Lets a method wait before it begins.
   * @returns `reached` resolves when it is called for the first time, `release` lets it go on
   */
  hold(method: keyof Engine): { reached: Promise<void>; release: () => void } {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    this.#held.set(method, () => {
      reached.resolve()
      return released.promise
    })
    const release = () => {
      this.#held.delete(method)
      released.resolve()
    }
    return { reached: reached.promise, release }
  }
  over<E extends Engine>(engine: E): E {
    return new Proxy(engine, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          const error = this.#errors.get(String(key))
          if (error !== undefined) return Promise.reject(error)
          const held = this.#held.get(String(key))
          return held ? held().then(() => value.apply(target, args)) : value.apply(target, args)
        }
      },
    })
  }
}
