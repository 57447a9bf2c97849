import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { tableRules } from '../../features.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import { deleteExpired } from './expired-rows.ts'

const { database, given, owner } = await testApp()
const ana = await given.patient()
const nurse = await given.staff('Nurse', ana.project)

/** For each table a row of that age; returns the texts of what the sweep leaves. */
const swept = async (table: string, rows: Record<string, number>, insert: (mark: string) => [string, unknown[]]) => {
  for (const [mark, days] of Object.entries(rows)) {
    const [text, values] = insert(mark)
    await owner(text.replaceAll('AGO', `now() - interval '${days * 24} hours'`), values)
  }
  await deleteExpired(database, tableRules)
  return owner(`select * from ${table}`)
}
const bytes = (mark: string) => Buffer.alloc(32, mark)

test('a message of the contact form is forgotten after 90 days', async () => {
  const left = await swept('contact_messages', { old: 91, new: 89 }, (mark) => [
    `insert into contact_messages (project_id, message_id, role, name, email, subject, message, created_at)
     values ($1, gen_random_uuid(), 'visitor', 'Vic', 'vic@visitors.example', $2, 'text', AGO)`,
    [ana.project, mark],
  ])
  expect(left).toMatchObject([{ subject: 'new' }])
})

test('mails are forgotten after 90 days but for those of a record, and one that was given up loses its text before', async () => {
  const insert = (mark: string): [string, unknown[]] => [
    `insert into mail_outbox (project_id, mail_id, to_addresses, subject, body, idempotency_key, status, created_at)
     values ($1, gen_random_uuid(), '{a@x.example}', $2, 'https://x.example/secret', $2, $3, AGO)`,
    [ana.project, mark, mark.startsWith('failed') ? 'failed' : 'sent'],
  ]
  const [text, values] = insert('kept')
  await owner(text.replaceAll('AGO', "now() - interval '91 days'"), values)
  await owner(
    `insert into patient_emails (project_id, email_id, patient_id, to_email, cc, bcc, subject, message, sent_by, sent_by_name)
     select project_id, mail_id, $1, '{}', '{}', '{}', subject, 'text', $2, 'Nora' from mail_outbox where subject = 'kept'`,
    [ana.id, nurse.id],
  )
  const left = await swept('mail_outbox', { old: 91, 'failed lately': 6, failed: 8 }, insert)
  expect(Object.fromEntries(left.map(({ subject, body }) => [subject, body !== '']))).toEqual({
    kept: true,
    'failed lately': true,
    failed: false,
  })
})

test('former_addresses: a former address is forgotten after 90 days', async () => {
  const insert = (mark: string): [string, unknown[]] => [
    'insert into former_addresses (login_id, email, left_at) values ($1, $2, AGO)',
    [ana.login, `${mark}@patients.example`],
  ]
  const left = await swept('former_addresses', { old: 91, kept: 89 }, insert)
  expect(left).toMatchObject([{ email: 'kept@patients.example' }])
})

test.each<[string, string, number, (mark: string) => [string, unknown[]]]>([
  [
    'mailed_tokens',
    'token_hash',
    30,
    (mark) => [
      `insert into mailed_tokens (token_hash, purpose, login_id, email, expires_at) values ($1, 'reset_password', $2, 'a@x.example', AGO)`,
      [bytes(mark), ana.login],
    ],
  ],
  [
    'seen_identity_tokens',
    'token_hash',
    30,
    (mark) => [`insert into seen_identity_tokens values ($1, 'verify', AGO)`, [bytes(mark)]],
  ],
  [
    'known_devices',
    'device_hash',
    365,
    (mark) => [`insert into known_devices values ($1, $2, AGO)`, [ana.login, bytes(mark)]],
  ],
  [
    'sign_in_failures',
    'name_hash',
    30,
    (mark) => [`insert into sign_in_failures values ($1, 'address 203.0.113.7', false, 1, null, AGO)`, [bytes(mark)]],
  ],
  [
    'factor_challenges',
    'sealed',
    1 / 24,
    (mark) => [
      "insert into factor_challenges (challenge_id, purpose, sealed, expires_at) values (gen_random_uuid(), 'add_totp', $1, AGO)",
      [bytes(mark)],
    ],
  ],
  [
    'account_recoveries',
    'own_hash',
    30,
    (mark) => [
      `insert into account_recoveries (recovery_id, login_id, visit_hash, own_hash, expires_at, ended_at, outcome)
       values (gen_random_uuid(), $1, $2, $2, AGO, now(), 'stopped')`,
      [ana.login, bytes(mark)],
    ],
  ],
  [
    'fresh_proofs',
    'input_hash',
    1 / 24,
    (mark) => [
      `insert into fresh_proofs (project_id, proof_id, person_id, login_id, session_id, call, address_hash, input_hash, expires_at)
       values ($1, gen_random_uuid(), $2, $3, $4, '', $5, $5, AGO)`,
      [ana.project, ana.id, ana.login, ana.session, bytes(mark)],
    ],
  ],
  [
    'viewer_tickets',
    'ticket_hash',
    2,
    (mark) => [
      'insert into viewer_tickets (project_id, ticket_hash, session_id, study_uid, issued_at) values ($1, $2, $3, $4, AGO)',
      [ana.project, bytes(mark), ana.session, '1.2'],
    ],
  ],
])('%s: what is older than its time goes', async (table, column, days, insert) => {
  const left = await swept(table, { a: days + 1, b: days - 1 }, insert)
  expect(left.map((row) => row[column])).toEqual([bytes('b')])
})

test('invites: 30 days after it expired one goes, but not while it waits for an answer, nor one of staff who were invited lately', async () => {
  const { project } = await given.patient()
  const [known, open, gone] = [await given.patient(project), await given.patient(project), await given.patient(project)]
  await owner('update patients set login_id = null where patient_id = any($1)', [[open.id, gone.id]])
  await owner('update patients set deleted_at = now() where patient_id = $1', [gone.id])
  const [invited, again, joined] = [
    await given.staff('Nurse', project),
    await given.staff('Nurse', project),
    await given.staff('Nurse', project),
  ]
  await owner("update providers set register_status = 'Invited', login_id = null where provider_id = $1", [invited.id])
  const invite = (
    mark: string,
    of: { patient?: string; provider?: string; caregiver?: string },
    days: number,
    { used = false, replaced = false } = {},
  ) =>
    owner(
      `insert into invites (project_id, invite_id, email, token_hash, patient_id, provider_id, caregiver_id, created_at, expires_at, used_at, replaced_at)
       select $1, gen_random_uuid(), $2::text, sha256(convert_to($2, 'UTF8')), $3, $4, $8, at - interval '7 days', at, case when $6 then at end, case when $7 then at end
         from (select now() - make_interval(days => $5) as at) a`,
      [project, mark, of.patient ?? null, of.provider ?? null, days, used, replaced, of.caregiver ?? null],
    )
  await invite('used', { patient: known.id }, 31, { used: true })
  await invite('used lately', { patient: known.id }, 29, { used: true })
  await invite('has an account', { patient: known.id }, 31)
  await invite('waits', { patient: open.id }, 400)
  await invite('was sent to a wrong address', { patient: open.id }, 31, { replaced: true })
  await invite('of a deleted record', { patient: gone.id }, 31)
  await invite('provider waits', { provider: invited.id }, 400)
  await invite('provider was invited again', { provider: again.id }, 200, { replaced: true })
  await invite('provider joined lately', { provider: again.id }, 60, { used: true })
  await invite('provider joined', { provider: joined.id }, 90, { used: true })
  const { caregiver } = await given.caregiver(known)
  await invite('caregiver joined', { caregiver }, 31)
  const { caregiver: helper } = await given.caregiver(known)
  await owner('update caregivers set accepted_at = null, login_id = null where caregiver_id = $1', [helper])
  await invite('caregiver waits', { caregiver: helper }, 400)
  await deleteExpired(database, tableRules)
  const left = await owner<{ email: string }>('select email from invites where project_id = $1', [project])
  expect(new Set(left.map(({ email }) => email))).toEqual(
    new Set([
      'used lately',
      'waits',
      'provider waits',
      'provider was invited again',
      'provider joined lately',
      'caregiver waits',
    ]),
  )
})

test('sessions that are long over go, with what hangs on them', async () => {
  const [gone, kept] = [await given.patient(), await given.patient()]
  await owner("update sessions set expires_at = now() - interval '31 days' where session_id = $1", [gone.session])
  await owner("update sessions set expires_at = now() - interval '29 days' where session_id = $1", [kept.session])
  for (const { project, session } of [gone, kept])
    await owner('insert into series_openings values ($1, $2, $3, $4)', [
      project,
      session,
      '1.2',
      project === gone.project ? '2026-01-01' : new Date(),
    ])
  await deleteExpired(database, tableRules)
  const [sessions, openings] = [
    await owner('select session_id from sessions where session_id = any($1)', [[gone.session, kept.session]]),
    await owner('select session_id from series_openings'),
  ]
  expect([sessions, openings]).toEqual([[{ session_id: kept.session }], [{ session_id: kept.session }]])
})

test('work is done at intervals, once at a time, goes on after a failure, and stops', async () => {
  vi.useFakeTimers()
  const log = { warn: vi.fn() }
  const work = vi.fn(async () => {})
  work.mockRejectedValueOnce(new Error('no connection'))
  const stop = runEvery({ job: 'test', everyMs: 1000, firstMs: 10, log: log as never, failure: 'not done' }, work)
  await vi.advanceTimersByTimeAsync(10)
  expect(log.warn).toHaveBeenCalledWith({ err: expect.any(Error) }, 'not done')
  const slow = Promise.withResolvers<void>()
  work.mockReturnValueOnce(slow.promise)
  await vi.advanceTimersByTimeAsync(2000)
  expect(work).toHaveBeenCalledTimes(2)
  slow.resolve()
  await vi.advanceTimersByTimeAsync(1000)
  expect(work).toHaveBeenCalledTimes(3)
  await stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})
