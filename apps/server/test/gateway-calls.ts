import { request } from 'node:http'
import { jwtSecretOf, keysOf } from '../src/core/project-keys.ts'
import type { TestPlatform } from './harness.ts'
import { PATIENCE_MS } from './waiting.ts'

export type GatewayAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: what a gateway answers is as free as what people put behind it.
  readonly body: any
}

/** Calls an address under any host name, which `fetch` does not allow. */
export function callHost(
  platform: TestPlatform,
  host: string | null,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<GatewayAnswer> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port: platform.config.port,
        path,
        agent: false,
        method,
        headers: { ...(host === null ? {} : { host }), ...headers },
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8')
          const json = /json/.test(answer.headers['content-type'] ?? '') && text !== ''
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            body: json ? JSON.parse(text) : null,
          })
        })
        answer.on('error', reject)
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

/** A project's secret and keys, past the API. */
export async function keysPast(platform: TestPlatform, ref: string) {
  const { id } = await platform.store
    .selectFrom('projects')
    .select('id')
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  const inUse = await jwtSecretOf(platform.server.platform, { id, ref })
  return { ...inUse, ...(await keysOf(inUse, ref)) }
}
