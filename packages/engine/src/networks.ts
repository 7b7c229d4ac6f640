import { isIP } from 'node:net'
import { EngineError } from './engine.ts'

/** Whether a text is a network such as `10.0.0.0/8` or `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  const match = /^([0-9A-Fa-f.:]+)\/(\d{1,3})$/.exec(text)
  const [, address = '', length = ''] = match ?? []
  const version = isIP(address)
  return version !== 0 && Number(length) <= (version === 4 ? 32 : 128)
}

/** @throws EngineError `failed` naming the first of `networks` that is none */
export function requireNetworks(networks: readonly string[] | null): void {
  const wrong = networks?.find((network) => !isNetwork(network))
  if (wrong === undefined) return
  throw new EngineError(
    'failed',
    `“${wrong}” is not a network. Write an address and the length of its prefix, such as 10.0.0.0/8.`,
  )
}
