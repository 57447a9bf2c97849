import { getAccessLog, getPatientInfo } from '@fornix/contract'
import { expect, test } from 'vitest'
import { queriesSent } from '../src/platform/base/signals.ts'
import { withClient } from '../src/platform/database/with-client.ts'
import { claimMails } from '../src/platform/mail/queue.ts'
import { testApp } from './harness.ts'

const { given, send, owner, url, database } = await testApp()
const ana = await given.patient()
const nora = await given.staff('Nurse', ana.project)

/** What the database is asked meanwhile, of those statements that match. */
const statementsOf = async (work: () => Promise<unknown>, wanted: RegExp) => {
  const asked = new Set<string>()
  const stop = queriesSent.subscribe(({ texts }) => {
    for (const text of texts) asked.add(text)
  })
  await work()
  stop()
  return [...asked].filter((text) => wanted.test(text))
}

/** The plan for all values, which a connection keeps from the sixth use on. */
const keptPlan = (text: string) =>
  withClient({ connectionString: url }, async (client) => {
    await client.query("set plan_cache_mode = 'force_generic_plan'")
    await client.query(`set role ${/from sessions s|update mail_outbox/.test(text) ? 'fornix_system' : 'fornix_app'}`)
    await client.query(
      "select set_config('app.project_id', $1, false), set_config('app.patient_id', 'any', false), set_config('app.care', 'all', false)",
      [ana.project],
    )
    await client.query(`prepare asked as ${text}`)
    const values = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
    const nulls = Array.from({ length: values }, () => 'null').join(', ')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute asked (${nulls})`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

await owner(
  `insert into patients (project_id, patient_id, code, email, email_key, first_name, last_name, last_key, first_key, status)
   select project_id, gen_random_uuid(), code || n, n || email, n || email_key, first_name || n, last_name || n, last_key || n, first_key || n, status
     from patients, generate_series(1, 400) n where patient_id = $1`,
  [ana.id],
)
await owner('analyze patients')
// The planner multiplies the rows that a page holds, as it finds them here, by the pages of the file.
test.each([400, 1_000_000])('who is asking and which record are found by a key among %i patients', async (patients) => {
  await owner("update pg_class set reltuples = $1 where oid = 'patients'::regclass", [patients])
  const read = () => send(nora, getPatientInfo, { params: { key: ana.code } })
  const statements = await statementsOf(read, /\b(from|join) patients\b/)
  expect(statements).toHaveLength(2)
  for (const text of statements) {
    const plan = await keptPlan(text)
    expect(plan).toMatch(/Index (Only )?Scan using patients_/)
    expect(plan).not.toMatch(/Seq Scan on patients|Hash/)
  }
})

test('who opened a record reads its acts once, by a key among a million', async () => {
  await owner(
    `insert into audit_events (project_id, event_id, actor_id, actor_role, action, patient_id, request_id)
     select project_id, gen_random_uuid(), $1, 'Nurse', 'patient.read', patient_id, 'test' from patients, generate_series(1, 10)`,
    [nora.id],
  )
  await owner('analyze audit_events')
  await owner("update pg_class set reltuples = 1000000 where oid = 'audit_events'::regclass")
  const read = () => send(ana, getAccessLog, { query: {} })
  const [text = '', ...others] = await statementsOf(read, /\bfrom audit_events\b/)
  expect(others).toEqual([])
  const plan = await keptPlan(text)
  expect(plan.match(/Scan (using|on) audit_events\w*/g)?.sort()).toEqual([
    'Scan using audit_events_emergencies',
    'Scan using audit_events_patient',
  ])
  expect(plan).not.toContain('WindowAgg')
})

test('the mails that are due, and those before them, are found by indexes among a million', async () => {
  await owner(
    `insert into mail_outbox (project_id, mail_id, to_addresses, subject, body, idempotency_key, status, series, series_no)
     select project_id, gen_random_uuid(), '{ana@x.example}', 'News', '', 'news ' || n, case when n > 4990 then 'queued' else 'sent' end,
            'appointment:' || n % 2500, n / 2500
       from patients, generate_series(1, 5000) n where patient_id = $1`,
    [ana.id],
  )
  await owner('analyze mail_outbox')
  await owner("update pg_class set reltuples = 1000000 where oid = 'mail_outbox'::regclass")
  const [text = ''] = await statementsOf(() => claimMails(database, new Date(0), 5), /update mail_outbox/)
  const plan = await keptPlan(text)
  expect(plan).toMatch(/Index Scan using mail_outbox_queue/)
  expect(plan).toMatch(/Index (Only )?Scan using mail_outbox_series/)
  expect(plan).not.toMatch(/Seq Scan on mail_outbox/)
})
