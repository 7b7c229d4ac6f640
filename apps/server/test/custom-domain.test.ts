import { type CustomHostname, HOSTNAME_ABSENT, HOSTNAME_NOT_ALLOWED, noCustomDomain } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DnsServer } from './dns-server.ts'
import { callHost, keysPast } from './gateway-calls.ts'
import { TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'

// Host names of one's own: set up with real look-ups at a name server on this machine, answered by the gateway.

let platform: TestPlatform
let dns: DnsServer
let token: string
let ref: string
let other: string
const refused = refusals(() => platform)
const HOST = 'api.harbor.example'
const ORIGIN = 'stoa.example'

beforeAll(async () => {
  dns = await DnsServer.start()
  platform = await TestPlatform.start({
    env: { STOA_DNS_SERVERS: dns.address, STOA_PUBLIC_URL: `http://${ORIGIN}:8000` },
  })
  token = (await platform.as('Owner')).token
  ref = await platform.createProject('harbor')
  other = await platform.rowOnlyProject(await platform.acme(), 'other', 'ACTIVE_HEALTHY')
  for (const one of [ref, other]) await addon(one)
})
afterAll(async () => {
  await platform?.dispose()
  await dns?.close()
})
beforeEach(async () => {
  dns.clear()
  dns.silent = false
  await platform.store.deleteFrom('custom_hostnames').execute()
})

const path = (rest = '', of = ref) => `/v1/projects/${of}/custom-hostname${rest}`
const addon = (of: string) =>
  platform.query(
    "insert into project_addons (project_id, type, variant) select id, 'custom_domain', 'cd_default' from projects where ref = $1",
    [of],
  )
async function call(method: string, rest = '', body?: unknown, of = ref): Promise<CustomHostname> {
  const answer = await platform.call<CustomHostname>(method, path(rest, of), { token, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const add = (of = ref, custom_hostname = HOST) => call('POST', '/initialize', { custom_hostname }, of)
function publish({ data: { result } }: CustomHostname): void {
  dns.set(result.hostname, 'CNAME', result.custom_origin_server)
  dns.set(result.ownership_verification.name, 'TXT', result.ownership_verification.value)
}
const errors = ({ data }: CustomHostname) => data.result.verification_errors
const rest = async (host = HOST, at = '/rest/v1/') =>
  callHost(platform, host, at, { headers: { apikey: (await keysPast(platform, ref)).anon } })

describe('without a custom domain', () => {
  test('the refusals are read as a status', async () => {
    await refused(400, HOSTNAME_ABSENT, 'GET', path(), { token })
    expect(noCustomDomain(HOSTNAME_ABSENT)).toBe('0_no_hostname_configured')
    await platform.query('delete from project_addons where project_id = (select id from projects where ref = $1)', [
      ref,
    ])
    for (const [method, tail] of [
      ['GET', ''],
      ['POST', '/initialize'],
      ['POST', '/reverify'],
      ['POST', '/activate'],
    ] as const)
      await refused(400, HOSTNAME_NOT_ALLOWED, method, path(tail), {
        token,
        ...(method === 'POST' && { body: { custom_hostname: HOST } }),
      })
    expect(noCustomDomain(HOSTNAME_NOT_ALLOWED)).toBe('0_not_allowed')
    expect(noCustomDomain('The disk is full')).toBeNull()
    await addon(ref)
  })
})

describe('adding one', () => {
  test('tells the records to set, and answers nowhere yet', async () => {
    const made = await add()
    expect(made).toMatchObject({
      custom_hostname: HOST,
      status: '2_initiated',
      data: {
        result: {
          hostname: HOST,
          custom_origin_server: ORIGIN,
          ownership_verification: {
            type: 'txt',
            name: `_stoa.${HOST}`,
            value: expect.stringMatching(/^stoa-verify=[0-9a-f]{40}$/),
          },
          verification_errors: [],
          status: 'pending',
          checked_at: null,
        },
      },
    })
    expect(await call('GET')).toEqual(made)
    // Nobody can take a name from the platform by asking for it.
    expect((await callHost(platform, HOST, '/api/health')).status).toBe(200)
  })

  test('takes names as people write them', async () => {
    expect((await add(ref, ' API.Harbor.Example. ')).custom_hostname).toBe(HOST)
    await call('DELETE')
    expect((await add(ref, 'käse.example')).custom_hostname).toBe('xn--kse-qla.example')
  })

  test.for([
    '',
    'localhost',
    'harbor',
    '203.0.113.7',
    'http://api.example',
    'a_b.example',
    `${'x'.repeat(64)}.example`,
    'a..b',
    '*.example',
  ])('refuses %j', async (custom_hostname) => {
    await refused(400, 'Enter a full host name such as api.example.com', 'POST', path('/initialize'), {
      token,
      body: { custom_hostname },
    })
  })

  test.for([ORIGIN, `x.${ORIGIN}`, 'harbor.localhost'])('refuses the platform’s own %s', async (custom_hostname) => {
    await refused(400, 'This host name belongs to the platform itself', 'POST', path('/initialize'), {
      token,
      body: { custom_hostname },
    })
  })

  test('refuses a second one', async () => {
    await add()
    await refused(
      409,
      'Remove the custom domain that is set up before you add another one',
      'POST',
      path('/initialize'),
      {
        token,
        body: { custom_hostname: 'second.example' },
      },
    )
  })
})

describe('verifying', () => {
  test('says what is missing, record by record', async () => {
    const made = await add()
    const absent = [
      `${HOST} does not lead to ${ORIGIN} yet`,
      `The TXT record of _stoa.${HOST} does not hold the value below yet`,
    ]
    expect(errors(await call('POST', '/reverify'))).toEqual(absent)
    dns.set(HOST, 'CNAME', 'elsewhere.example')
    dns.set(`_stoa.${HOST}`, 'TXT', 'stoa-verify=guessed')
    const wrong = await call('POST', '/reverify')
    expect([wrong.status, errors(wrong)]).toEqual(['2_initiated', absent])
    dns.clear()
    publish(made)
    const right = await call('POST', '/reverify')
    expect([right.status, errors(right), right.data.result.checked_at]).toEqual([
      '3_challenge_verified',
      [],
      expect.any(String),
    ])
  })

  test('takes the platform’s addresses in place of a CNAME', async () => {
    const { data } = await add()
    dns.set(`_stoa.${HOST}`, 'TXT', data.result.ownership_verification.value)
    dns.set(ORIGIN, 'A', '203.0.113.1')
    dns.set(HOST, 'A', '203.0.113.9')
    expect(errors(await call('POST', '/reverify')).length).toBe(1)
    dns.set(ORIGIN, 'A', '203.0.113.9')
    expect(errors(await call('POST', '/reverify'))).toEqual([])
  })

  test('says when no name server answers', async () => {
    await add()
    dns.silent = true
    const [sentence] = errors(await call('POST', '/reverify'))
    expect(sentence).toMatch(/^The name servers did not answer for .+\. Try again in a moment$/)
  })

  test('has to come before the activation', async () => {
    await add()
    await refused(409, 'Verify the DNS records of the custom domain first', 'POST', path('/activate'), { token })
  })

  test('gives a name to whoever proves it, and to nobody else', async () => {
    const [mine, theirs] = [await add(), await add(other)]
    publish(theirs)
    expect((await call('POST', '/reverify')).status).toBe('2_initiated')
    expect((await call('POST', '/reverify', undefined, other)).status).toBe('3_challenge_verified')
    dns.clear()
    publish(mine)
    await refused(409, 'Another project answers under this host name', 'POST', path('/reverify'), { token })
    await call('DELETE')
    await refused(409, 'Another project answers under this host name', 'POST', path('/initialize'), {
      token,
      body: { custom_hostname: HOST },
    })
  })
})

describe('an active one', () => {
  test('is where the project answers, and nothing else does', async () => {
    publish(await add())
    await call('POST', '/reverify')
    // A proven name shows no dashboard, and the project only once it is activated.
    expect((await rest()).status).toBe(404)
    expect((await callHost(platform, HOST, '/api/health')).status).toBe(404)
    const active = await call('POST', '/activate')
    expect([active.status, active.data.result.status]).toEqual(['5_services_reconfigured', 'active'])
    expect([(await rest()).status, (await rest(`${HOST.toUpperCase()}.:8443`)).status]).toEqual([200, 200])
    expect((await rest(HOST, '/api/health')).body.message).toBe('There is nothing at /api/health')
    expect((await callHost(platform, HOST, '/rest/v1/')).status).toBe(401)
    expect((await platform.call('GET', '/health')).status).toBe(200)
    const actions = (await platform.audit({ ref })).map(({ action }) => action)
    expect(actions.slice(-3)).toEqual([
      'project.custom_domain_added',
      'project.custom_domain_verified',
      'project.custom_domain_activated',
    ])
  })

  test('stays in use when its records go, and says that they are gone', async () => {
    publish(await add())
    await call('POST', '/reverify')
    await call('POST', '/activate')
    dns.clear()
    const again = await call('POST', '/reverify')
    expect([again.status, errors(again).length]).toEqual(['5_services_reconfigured', 2])
    expect((await rest()).status).toBe(200)
  })

  test('is removed at once', async () => {
    publish(await add())
    await call('POST', '/reverify')
    await call('POST', '/activate')
    expect(await call('DELETE')).toEqual({ custom_hostname: HOST })
    expect((await rest()).status).toBe(404)
    await refused(400, HOSTNAME_ABSENT, 'DELETE', path(), { token })
    expect((await platform.audit({ ref, action: 'project.custom_domain_removed' })).length).toBeGreaterThan(0)
  })
})

test('a platform without a name cannot be pointed to', async () => {
  await platform.restart({ STOA_PUBLIC_URL: 'http://203.0.113.1:8000' })
  await refused(
    400,
    'The platform is reached by an address that no DNS record can point to. Set STOA_PUBLIC_URL to one with a host name',
    'POST',
    path('/initialize'),
    { token, body: { custom_hostname: HOST } },
  )
})
