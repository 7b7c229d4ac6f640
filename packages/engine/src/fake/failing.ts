import type { Engine, ServerSpec, UpgradeProgress } from '../engine.ts'
import { FAKE_OPERATIONS, Failures, type FakeFailure, type FakeOperation } from './failures.ts'

/** The server that an operation is for. */
function refOf(operation: FakeOperation, args: readonly unknown[]): string | undefined {
  if (operation === 'list' || operation === 'pruneArchive') return undefined
  if (operation === 'create' || operation === 'recover') return (args[0] as ServerSpec).ref
  return operation === 'clone' ? (args[1] as ServerSpec).ref : (args[0] as string)
}

/**
 * An engine in front of a real one, for demos and tests: its servers are the real one's, and its operations fail when
 * they are told to, before they have an effect. An upgrade also fails on its way, in the middle of the real one.
 */
export function failingEngine(
  engine: Engine,
  options: { failures?: readonly FakeFailure[]; failuresFile?: string },
): Engine {
  const failures = new Failures(options.failures ?? [], options.failuresFile ?? null)
  return new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const operation = FAKE_OPERATIONS.find((one) => one === name)
      if (!operation) return value.bind(target)
      return async (...args: unknown[]) => {
        const ref = refOf(operation, args)
        failures.check(operation, ref)
        if (operation !== 'upgrade') return value.apply(target, args)
        const report = args[2] as (progress: UpgradeProgress) => Promise<void>
        const reportAndFail = async (progress: UpgradeProgress) => {
          await report(progress)
          failures.check('upgrade', ref, progress)
        }
        return value.apply(target, [args[0], args[1], reportAndFail])
      }
    },
  })
}
