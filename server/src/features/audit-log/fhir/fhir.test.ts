import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { calls } from '@fornix/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
import { auditActions } from '../../../features.ts'
import { writeAudit } from '../../../platform/audit/audit.ts'
import { sealAudit } from '../../../platform/audit/audit-seal.ts'
import { isFhirPlace } from '../../../platform/settings/rules.ts'
import { type AuditEvent, auditEventOf, type TrailRow } from './audit-event.ts'
import { interactionOf } from './codes.ts'
import { destinationOf, tokenFor } from './destination.ts'
import { projectsOf, shipAudit, withBackOff } from './ship.ts'

const { database, owner, given } = await testApp()
const root = await mkdtemp(`${tmpdir()}/fornix-fhir-`)
let received: { text: string; type: string | undefined; token: string | undefined }[] = []
let status = 200
const endpoint = createServer((request, response) => {
  let text = ''
  request.on('data', (piece) => (text += piece))
  request.on('end', () => {
    received.push({ text, type: request.headers['content-type'], token: request.headers.authorization })
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
})
await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/fhir`
afterAll(async () => {
  endpoint.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => {
  received = []
  status = 200
})

const from = { slug: 'hill', publicUrl: 'https://portal.example', actions: auditActions }
const [patient, nurse, file] = [1, 2, 3].map((n) => `0192f0aa-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
]
const row = (more: Partial<TrailRow>): TrailRow => ({
  seq: 1,
  event_id: '0192f0aa-0000-7000-8000-000000000009',
  at: '2026-02-12T15:00:00.000Z',
  actor_id: nurse,
  actor_role: 'Nurse',
  action: 'document.read',
  patient_id: patient,
  object_id: file,
  request_id: 'req-1',
  result: 'ok',
  ...more,
})
const codesOf = ({ agent }: AuditEvent) => agent.map(({ type }) => type.coding[0]?.code)

test('a reading of a record has the shape of BALP’s PatientRead', () => {
  const event = auditEventOf(row({}), from)
  expect(event).toMatchObject({
    resourceType: 'AuditEvent',
    meta: { profile: ['https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.PatientRead'] },
    type: { code: 'rest' },
    action: 'R',
    recorded: '2026-02-12T15:00:00.000Z',
    outcome: '0',
    source: { site: 'hill', type: [{ code: '4' }] },
  })
  expect(event.subtype.map(({ code }) => code)).toEqual(['read', 'document.read'])
  // Server, client and user: 110153, 110152 and IRCP for a reading; the client's network is present, and unknown.
  expect(codesOf(event)).toEqual(['110153', '110152', 'IRCP'])
  expect(event.agent.map(({ requestor }) => requestor)).toEqual([false, false, true])
  expect(event.agent.map(({ network }) => network !== undefined)).toEqual([true, true, false])
  expect(event.agent[2]).toMatchObject({ who: { identifier: { value: `urn:uuid:${nurse}` } } })
  expect(event.entity).toEqual([
    expect.objectContaining({
      what: { reference: `Patient/${patient}` },
      role: expect.objectContaining({ code: '1' }),
    }),
    expect.objectContaining({
      what: expect.objectContaining({ identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${file}` } }),
    }),
    expect.objectContaining({
      what: { identifier: { value: 'req-1' } },
      type: expect.objectContaining({ code: 'XrequestId' }),
    }),
  ])
})

test.each([
  ['document.upload', 'PatientCreate', 'C', ['110152', '110153', 'AUT']],
  ['patient.update', 'PatientUpdate', 'U', ['110152', '110153', 'AUT']],
  ['document.delete', 'PatientDelete', 'D', ['custodian', '110150', 'AUT']],
  ['document.list', undefined, 'E', ['110152', '110153', 'IRCP']],
] as const)('%s is %s', (action, profile, letter, agents) => {
  const event = auditEventOf(row({ action }), from)
  expect(event.meta?.profile[0]?.split('IHE.BasicAudit.')[1]).toBe(profile)
  expect(event.action).toBe(letter)
  expect(codesOf(event)).toEqual(agents)
})

test('what an emergency opened says so as FHIR does: break the glass', () => {
  const purposeOf = (more: Partial<TrailRow>) => auditEventOf(row(more), from).purposeOfEvent?.[0]?.coding[0]?.code
  expect(purposeOf({ action: 'patient.read', result: `ok emergency:${file}` })).toBe('BTG')
  expect(purposeOf({ action: 'emergency_access.open', object_id: 'Why', result: 'ok confirmed:otp' })).toBe('BTG')
  expect(purposeOf({ action: 'patient.read' })).toBeUndefined()
})

test('sign-ins, refusals and what the portal does itself claim no profile', () => {
  const signIn = auditEventOf(row({ action: 'session.start', patient_id: null }), from)
  expect([signIn.type.code, signIn.subtype[0]?.code, signIn.meta]).toEqual(['110114', '110122', undefined])
  const refused = auditEventOf(row({ action: 'refused', object_id: 'GET /x/', result: '403 role' }), from)
  expect(refused).toMatchObject({ outcome: '4', outcomeDesc: '403 role', action: 'E' })
  expect(refused.meta).toBeUndefined()
  const own = auditEventOf(row({ action: 'project.back_up', actor_id: null, actor_role: 'system' }), from)
  expect([own.type.code, own.agent.length, own.agent[0]?.requestor]).toEqual(['110100', 1, true])
})

test('what a person has written stays in the trail', () => {
  const words = ['patient.delete', 'patient.export', 'special_care.mark'].map((action) =>
    auditEventOf(row({ action, object_id: 'asked for it, because of a tumor' }), from),
  )
  words.push(auditEventOf(row({ action: 'provider.rename', result: 'Ann Bee to Ann Cee' }), from))
  expect(JSON.stringify(words)).not.toMatch(/tumor|Ann/)
})

test('every call that only reads is a reading or a search', () => {
  const wrong = Object.values(calls).filter(
    ({ method, audit }) =>
      typeof audit === 'string' && method === 'GET' && !['read', 'search-type'].includes(interactionOf(audit)),
  )
  expect(wrong.map(({ audit }) => audit)).toEqual(['notification.read_all'])
  expect(Object.keys(auditActions).map(interactionOf)).toContain('delete')
})

test.each([
  ['https://audit.example/other', 'secret'],
  ['https://audit.example.evil/rows', undefined],
  ['http://audit.example/rows', undefined],
  ['/var/audit.ndjson', undefined],
])('%s gets the token %s of the settings', (to, token) => {
  const settings = { AUDIT_FHIR: 'https://audit.example/rows', AUDIT_FHIR_TOKEN: 'secret' }
  expect(tokenFor(to, settings)).toBe(token)
})

const wrote = async (times: number) => {
  const project = await given.project()
  for (let n = 0; n < times; n++)
    await database.unscoped('what happens', (db) =>
      writeAudit(db, {
        project,
        actor: null,
        role: 'visitor',
        action: 'patient.read',
        patient: null,
        object: `${n}`,
        request: `r${n}`,
      }),
    )
  await sealAudit(database)
  const [found] = await owner<{ slug: string }>('select slug from projects where project_id = $1', [project])
  return projectsOf(database, found?.slug ?? '')
}
const shipping = { publicUrl: 'https://portal.example', actions: auditActions }
const idsIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as AuditEvent).id)
const idsOf = async ([project]: { project_id: string }[]) =>
  (
    await owner<{ event_id: string }>('select event_id from audit_events where project_id = $1 order by seq', [
      project?.project_id,
    ])
  ).map(({ event_id }) => event_id)

test('an endpoint gets every row once and in order, by pages, and a second run what is new', async () => {
  const projects = await wrote(450)
  const to = destinationOf(url, 'a-token')
  expect(await shipAudit(database, projects, to, shipping)).toBe(450)
  expect(received.map(({ text }) => idsIn(text).length)).toEqual([200, 200, 50])
  expect(received.flatMap(({ text }) => idsIn(text))).toEqual(await idsOf(projects))
  expect(received[0]).toMatchObject({ type: 'application/fhir+ndjson', token: 'Bearer a-token' })
  expect(await shipAudit(database, projects, to, shipping)).toBe(0)
})

test.each([500, 302, 401])('what an endpoint answers %i of is sent again, from where it was', async (answer) => {
  const projects = await wrote(3)
  const to = destinationOf(url)
  status = answer
  await expect(shipAudit(database, projects, to, shipping)).rejects.toThrow(`The endpoint answered ${answer}.`)
  expect(received).toHaveLength(1)
  status = 200
  expect(await shipAudit(database, projects, to, shipping)).toBe(3)
  expect(received[1]?.text).toBe(received[0]?.text)
})

test('of two nodes at once one sends, and one that died is followed after two minutes', async () => {
  const projects = await wrote(3)
  const to = destinationOf(url)
  const counts = await Promise.all([1, 2].map(() => shipAudit(database, projects, to, shipping)))
  expect(counts.toSorted()).toEqual([0, 3])
  await owner("update audit_shipments set seq = 0, claimed_until = now() + interval '1 minute'")
  expect(await shipAudit(database, projects, to, shipping)).toBe(0)
  await owner("update audit_shipments set claimed_until = now() - interval '1 second'")
  expect(await shipAudit(database, projects, to, shipping)).toBe(3)
})

test('a file grows by a line each, and other places have a cursor of their own', async () => {
  const projects = await wrote(2)
  const file = `${root}/audit.ndjson`
  await shipAudit(database, projects, destinationOf(file), shipping)
  expect(idsIn(await readFile(file, 'utf8'))).toEqual(await idsOf(projects))
  expect(await shipAudit(database, projects, destinationOf(url), shipping)).toBe(2)
})

test('after failures it waits longer and longer, and not after a success', async () => {
  let [now, tries, fails] = [0, 0, true]
  const work = withBackOff(
    async () => {
      tries++
      if (fails) throw new Error('away')
    },
    () => now,
  )
  const look = () => work(new AbortController().signal).catch(() => {})
  for (; now < 40_000; now += 5000) await look()
  // At 0, 5, 15 and 35 seconds.
  expect(tries).toBe(4)
  fails = false
  now = 75_000
  await look()
  await look()
  expect(tries).toBe(6)
})

test('only https, this machine, or a file is a place', () => {
  expect(
    ['https://a.example/x', 'http://127.0.0.1:80/x', '/var/audit.ndjson', 'audit.ndjson'].filter(isFhirPlace),
  ).toHaveLength(4)
  expect(['http://a.example', 'ftp://a', 'https://', 'http://localhost.evil.example/'].filter(isFhirPlace)).toEqual([])
})
