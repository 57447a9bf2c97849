import { Writable } from 'node:stream'
import { logEvent } from '@fornix/contract'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { bareEndpoint, redacted } from './redact.ts'

let lines: Record<string, unknown>[] = []
const sink = new Writable({
  write: (line, _encoding, done) => {
    const entry = JSON.parse(String(line))
    if (entry.msg === 'client event') lines.push(entry)
    done()
  },
})
const { send, given, owner } = await testApp({ platform: () => ({ log: pino({ base: undefined }, sink) }) })
beforeEach(() => {
  lines = []
})
/** Sends one entry, and returns what the log has of it. */
const logged = async (user: TestUser | null, body: object) => {
  expect((await send(user, logEvent, { body })).status).toBe(202)
  expect(lines).toHaveLength(1)
  return lines[0]
}

test('an entry is written as claims, which the session does not confirm', async () => {
  const entry = await logged(await given.staff('Nurse'), {
    level: 'error',
    message: 'Save failed',
    role: 'SuperAdmin',
    project: 'p',
    method: 'POST',
    response_status: 500,
    msg: 'forged',
  })

  expect(entry).toMatchObject({
    msg: 'client event',
    claimed_level: 'error',
    claimed_message: 'Save failed',
    claimed_role: 'SuperAdmin',
    claimed_response_status: 500,
  })
})

test('missing and malformed fields are filled in', async () => {
  expect(await logged(null, { level: 'fatal', user_id: 7, response_status: 'x' })).toMatchObject({
    claimed_level: 'debug',
    claimed_user_id: 'anonymous',
    claimed_role: 'unknown',
    claimed_session_id: 'N/A',
    claimed_response_status: 0,
  })
})

test('one entry is one line, without emails, tokens, ids and addresses', async () => {
  const token = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(40)}.${'b'.repeat(43)}`
  const secrets = [
    'ana@patients.example',
    token,
    'P-7K3QX9',
    '018f0000-0000-7000-8000-000000000001',
    '555-123-4567',
    'ana%40x.example',
  ]

  const entry = await logged(null, {
    message: `Failed\n{"msg":"forged"} for ${secrets.join(' and ')} at /patient/get_patient/ana%40x.example/?token=abc`,
    user_id: secrets[0],
    session_id: token,
    endpoint: `/operator/get_patient_info/${secrets[0]}?search=Ana`,
  })

  const text = JSON.stringify(entry)
  for (const secret of [...secrets, 'token=abc', 'search=Ana']) expect(text).not.toContain(secret)
  expect(entry).toMatchObject({ claimed_endpoint: '/operator/get_patient_info/:key/', claimed_user_id: '[email]' })
})

test('an entry over 4 KB is dropped with the same answer', async () => {
  const welcome = await send(null, logEvent, { body: { message: 'x' } })
  const dropped = await send(null, logEvent, { body: { message: '🧠'.repeat(999), user_id: '漢'.repeat(200) } })

  expect([dropped.status, dropped.body]).toEqual([welcome.status, welcome.body])
  expect(lines).toHaveLength(1)
})

test('over the limit of an address, and of all addresses together, it is dropped with the same answer', async () => {
  // A separate app, as nothing is left of the limits afterwards.
  const flooded = await testApp({ platform: () => ({ log: pino({ base: undefined }, sink) }) })
  const from = async (remoteAddress: string) => {
    const payload = { message: 'x' }
    const answer = await flooded.app.inject({ method: 'POST', url: logEvent.path, remoteAddress, payload })
    return [answer.statusCode, answer.body]
  }
  const welcome = await from('203.0.113.1')
  for (let n = 0; n < 70; n++) expect(await from('203.0.113.1')).toEqual(welcome)
  expect(lines).toHaveLength(60)
  for (let n = 0; n < 700; n++) expect(await from(`198.51.100.${n % 100}`)).toEqual(welcome)
  expect(lines).toHaveLength(600)
})

test('nothing of it reaches the database', async () => {
  const nora = await given.staff('Nurse')
  await send(nora, logEvent, { body: { message: 'x' } })

  expect(await owner('select 1 from audit_events where project_id = $1', [nora.project])).toEqual([])
})

test.each([
  ['/patient/get_patient/a%40b.example/', '/patient/get_patient/:email/'],
  ['https://portal.example/patient/get_patient/x?y=1#z', '/patient/get_patient/:email/'],
  ['/studies/1.2.840.113/series', '/studies/:value/series'],
  ['/admin/Ana Rivera', '/admin/:value'],
  ['', ''],
])('the endpoint %j is noted as %j', (claimed, noted) => {
  expect(bareEndpoint(claimed)).toBe(noted)
})

// If the time were exponential in the length, the test would not finish.
test('a long message does not take long to clean', () => {
  for (const part of ['a.', 'a@', '/a', '1 ', 'a', '%40', '-']) {
    expect(redacted(part.repeat(2000).slice(0, 2000))).not.toBe('')
  }
})
