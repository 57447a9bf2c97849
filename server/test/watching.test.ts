import { Readable } from 'node:stream'
import {
  type Call,
  calls,
  getPatientInfo,
  type Role,
  storeInstances,
  updateMyProfile,
  uploadMyDocument,
} from '@fornix/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUnsent } from '../src/clinic/records/list-unsent.ts'
import { asJob } from '../src/platform/base/signals.ts'
import { projectId, staffScope } from '../src/platform/database/scope.ts'
import { queueMail } from '../src/platform/mail/outbox.ts'
import { startMailSender } from '../src/platform/mail/sender.ts'
import { openMetrics } from '../src/platform/metrics/metrics.ts'
import { canary, canaryEmail, leaks, planted } from './canary.ts'
import { capturedLog } from './captured-log.ts'
import { aStudy, instancesOf } from './dicom.ts'
import { smallPdf, type TestUser } from './given.ts'
import { testApp } from './harness.ts'
import { stowBody, stowType } from './stow.ts'

const { log, lines } = capturedLog('trace')
const { app, platform, database, given, send, owner } = await testApp({ platform: () => ({ log }) })
const metrics = openMetrics(platform)
afterAll(() => metrics.close())

const project = await given.project({ name: canary })
const record = { first_name: canary, last_name: canary, city: canary }
let patients = 0
const aPatient = () => given.patient(project, { ...record, email: `${++patients}.${canaryEmail}` })
const ben = await aPatient()
const ana = await given.patient(project, { ...record, email: canaryEmail })
const everywhere = {
  'user-agent': canary,
  referer: `https://${canary}.example/${canaryEmail}`,
  'x-forwarded-for': canary,
  'accept-language': canary,
  cookie: `fornix-patient=${canary}; ${canary}=${canary}`,
  [canary]: canary,
}
const pdf = { name: `${canary}.pdf`, bytes: smallPdf(canary) }

/** Somebody who may make the call, with the word wherever a record has a text. */
const callerOf = (call: Call): Promise<TestUser | null> => {
  const role: Role | undefined = call.allow === 'anyone' ? undefined : call.allow[0]
  if (!role) return Promise.resolve(null)
  return role === 'Patient' ? aPatient() : given.user(role, project)
}

const everyCall = async () => {
  for (const call of Object.values(calls)) {
    const user = await callerOf(call)
    for (const args of planted(call)) {
      await send(null, call, args, { headers: everywhere, file: pdf })
      if (call.responseKind !== 'events') await send(user, call, args, { headers: everywhere, file: pdf })
    }
    // Some of these end a session or delete a record, so they are done by and to nobody who is needed later.
    const of = user?.role === 'Patient' ? user : ben
    const own = { params: { key: of.email, email: of.email }, query: {}, body: {} }
    if (call.responseKind !== 'events') await send(user, call, own, { headers: everywhere, file: pdf })
    await send(user, call, {}, { headers: { project: canary } })
  }
}

/** What the database says of a row that it refuses, with the row. */
const refusedByDatabase = async () => {
  await owner(`create function tell_all() returns trigger language plpgsql as
    $$ begin raise exception 'refused: %', new.city using detail = new.city, hint = new.first_name; end $$;
    create trigger tell_all before update on patients for each row execute function tell_all()`)
  const answer = await send(ana, updateMyProfile, { body: { _id: ana.id, city: `${canary} again` } })
  await owner('drop trigger tell_all on patients')
  return answer
}

const imagesOfSomebody = async () => {
  const name = `${canary}^Ana`
  const study = aStudy(canary, { description: canary, patient: { ...aStudy('').patient, name, id: canary } })
  const [one] = await instancesOf(study, 1)
  const bytes = one?.bytes ?? Buffer.alloc(0)
  await platform.archive.store(staffScope(projectId(project)), Readable.from([bytes]), { maxBytes: 2 ** 20 })
  const nora = await given.staff('Nurse', project)
  for (const body of [stowBody([bytes]), stowBody([bytes.subarray(0, 400)]), Buffer.from(canary)])
    await app.inject({
      method: 'POST',
      url: storeInstances.path,
      payload: body,
      headers: { authorization: `Bearer ${nora.token}`, 'content-type': stowType },
    })
}

const mail = (idempotencyKey: string) =>
  database.scoped(staffScope(projectId(project)), (db) =>
    queueMail(db, { project, to: [canaryEmail], subject: canary, body: canary, idempotencyKey }),
  )
const mailThatFails = async () => {
  await mail(canary)
  const refusal = Object.assign(new Error(`550 ${canaryEmail} is unknown`), { code: 'EENVELOPE', responseCode: 550 })
  const transport = { send: async () => Promise.reject(refusal), reachable: async () => true, close: () => {} }
  const sender = startMailSender({
    ...platform,
    listUnsent,
    smtpUrl: '',
    mailFrom: 'x@y.example',
    transport: transport as never,
  })
  await sender.wake()
  await sender.stop()
  await mail(`${canary} 2`)
}

let text = ''
beforeAll(async () => {
  await everyCall()
  expect((await refusedByDatabase()).status).toBe(500)
  await imagesOfSomebody()
  await mailThatFails()
  const once = { points: 1, seconds: 60 }
  await platform.rateLimits.spendRule('test', canary, once)
  await platform.rateLimits.spendRule('test', canary, once).catch(() => {})
  await asJob('test', async () => Promise.reject(new Error(canary))).catch(() => {})
  for (const url of [`/${canary}`, `/patients?${canary}`, `/%ff${canary}`, '/healthz', '/openapi.json'])
    await app.inject({ url, headers: { ...everywhere, accept: 'text/html' } })
  for (let n = 0; n < 2; n++) await send(ana, uploadMyDocument, { params: { key: ana.code }, body: {} }, { file: pdf })
  const locked = "update files set scan_state = 'quarantined', deleted_at ="
  await owner(`${locked} now() where file_id = any(array(select file_id from files where deleted_at is null limit 1))`)
  await owner(`${locked} null where file_id = any(array(select file_id from files where deleted_at is null limit 1))`)
  text = await metrics.text()
  // Some thousand calls: on a busy machine they take longer than a minute.
}, 240_000)

test('nothing that somebody typed, sent or keeps is in the log, whatever goes wrong with it', () => {
  const all = lines.join('')
  for (const { method, path } of Object.values(calls)) expect(all).toContain(`"call":"${method} ${path}"`)
  expect(all).toContain('"code":"P0001"')
  expect(all).toContain('"outcome":"failed"')
  expect(leaks(all)).toEqual([])
  expect(all).not.toContain(ana.id)
  expect(all).not.toContain(ana.code)
})

test('nor in the metrics, whose labels hold neither an id nor an address', () => {
  expect(leaks(text)).toEqual([])
  const labels = [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value] as const)
  expect(labels.length).toBeGreaterThan(500)
  for (const [name, value] of labels) expect(value, name).not.toMatch(/[@/?%]|[0-9a-f]{8}-|\b[PS]-[A-Z0-9]{4}|\d{5}/)
  const names = new Set(labels.filter(([name]) => name === 'call').map(([, value]) => value))
  const others = ['page', 'health', 'openapi', 'asset']
  expect([...names].filter((name) => !(name ?? '' in calls) && !others.includes(name ?? ''))).toEqual([])
})

const numberOf = (series: RegExp) =>
  Number(
    text
      .split('\n')
      .find((line) => series.test(line))
      ?.split(' ')
      .at(-1) ?? Number.NaN,
  )

test.each(Object.keys(calls))('%s has been counted and timed', (call) => {
  expect(
    numberOf(new RegExp(`^fornix_request_duration_seconds_count{call="${call}",method="\\w+",status="4xx"}`)),
  ).toBeGreaterThan(0)
})

test('queues, pools, stores, jobs, sessions and the process itself have their numbers', () => {
  expect(numberOf(/^fornix_requests_in_flight /)).toBe(0)
  expect(numberOf(/^fornix_database_up /)).toBe(1)
  expect(numberOf(/^fornix_database_connections{pool="app",state="used"}/)).toBeGreaterThanOrEqual(0)
  expect(numberOf(/^fornix_database_connections{pool="system",state="waiting"}/)).toBe(0)
  expect(numberOf(/^fornix_mails_waiting /)).toBeGreaterThan(0)
  expect(numberOf(/^fornix_mail_oldest_seconds /)).toBeGreaterThan(0)
  expect(numberOf(/^fornix_mails_total{outcome="failed"}/)).toBeGreaterThan(0)
  expect(numberOf(/^fornix_audit_unsealed_seconds /)).toBeGreaterThan(0)
  expect(numberOf(/^fornix_sessions /)).toBeGreaterThan(0)
  expect(numberOf(/^fornix_files_pending_scan /)).toBe(0)
  expect(numberOf(/^fornix_files_quarantined /)).toBe(1)
  expect(numberOf(/^fornix_live_streams /)).toBe(0)
  expect(numberOf(/^fornix_job_failures_total{job="test"}/)).toBe(1)
  expect(numberOf(/^fornix_job_last_success_timestamp_seconds{job="mail"}/)).toBeGreaterThan(1e9)
  expect(numberOf(/^fornix_part_duration_seconds_count{part="files",what="put",result="ok"}/)).toBeGreaterThan(0)
  expect(numberOf(/^fornix_part_duration_seconds_count{part="archive",what="store",result="ok"}/)).toBeGreaterThan(0)
  expect(numberOf(/^fornix_limit_refusals_total{limit="test"}/)).toBeGreaterThan(0)
  expect(numberOf(/^nodejs_eventloop_lag_seconds /)).toBeGreaterThanOrEqual(0)
  expect(numberOf(/^process_resident_memory_bytes /)).toBeGreaterThan(1e7)
})

test('without its database the rest is still told', async () => {
  const dead = { ...platform, database: { ...database, systemQuery: async () => Promise.reject(new Error(canary)) } }
  const other = openMetrics(dead)
  const told = await other.text()
  other.close()
  expect(told).toMatch(/^fornix_database_up 0$/m)
  expect(told).not.toMatch(/^fornix_sessions \d/m)
  expect(told).toMatch(/^fornix_live_streams 0$/m)
  expect(lines.join('')).not.toContain(canary)
})

test('one id leads from the answer to the line of the log and the row of the audit trail', async () => {
  const nora = await given.staff('Nurse', project)
  lines.length = 0
  const found = await send(nora, getPatientInfo, { params: { key: ana.email } })
  const refused = await send(ana, getPatientInfo, { params: { key: ana.email } })
  const uploaded = await send(ana, uploadMyDocument, { params: { key: ana.code } }, { file: pdf })
  for (const { headers, status } of [found, refused, uploaded]) {
    const id = String(headers['x-request-id'])
    const rows = await owner('select action from audit_events where request_id::text = $1', [id])
    expect(rows.length, String(status)).toBe(1)
    // The line is written once the answer has gone out.
    const ofRequest = () => lines.map((line) => JSON.parse(line)).filter(({ request }) => request === id)
    await expect.poll(() => ofRequest().map(({ status }) => status)).toEqual([status])
  }
  expect(refused.body).toMatchObject({ request_id: refused.headers['x-request-id'] })
})
