import {
  downloadMyDocument,
  getPatientInfo,
  getProjectSettings,
  listDocuments,
  listMyDocuments,
  listNotifications,
  listOperators,
  listPatients,
  loginAdmin,
  loginOperator,
  loginPatient,
  patientStatuses,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { sealAudit } from '../../../server/src/platform/audit/audit-seal.ts'
import { verifyChains } from '../../../server/src/platform/audit/audit-verify.ts'
import { type TestUser, testApp } from '../../../server/test/harness.ts'
import { insuranceCard } from './demo/documents.ts'
import { demoAccounts, seedDemo } from './demo.ts'

const demo = async () => {
  const tested = await testApp()
  const withToken = (access_token: string) => tested.as({ token: access_token } as TestUser)
  const staff = async (email: string) => {
    const body = { email, password: 'Demo-portal-1!' }
    const { access_token, operator, memberships } = await tested.as(null).call(loginOperator, { body })
    return { ...withToken(access_token), operator, memberships }
  }
  const everything = () =>
    tested.owner(
      `select (select count(*) from patients) as patients, (select count(*) from providers) as providers, (select count(*) from files) as files,
              (select count(*) from patient_notes) as notes, (select count(*) from patient_status_history) as statuses,
              (select count(*) from notifications) as notifications, (select count(*) from audit_events) as events`,
    )
  return { ...tested, withToken, staff, everything }
}

describe('the demo data', async () => {
  const { app, platform, as, send, staff, withToken, owner, everything } = await demo()
  // As on a database that keeps its time: what is written is sealed within a second.
  const sealing = setInterval(() => void sealAudit(platform.database), 200)
  // The first start is cut short; all of this is what the next one has completed.
  const real = app.inject.bind(app)
  let calls = 0
  const dying = new Proxy(app, {
    get: (target, name) =>
      name === 'inject'
        ? (...args: Parameters<typeof real>) => (++calls > 40 ? Promise.reject(new Error('killed')) : real(...args))
        : Reflect.get(target, name, target),
  })
  const cut = await seedDemo(platform, dying).catch((error: unknown) => error)
  const filesOfFirst = await owner('select from files')
  const [second] = await owner<{ at: Date }>('select clock_timestamp() as at')
  await seedDemo(platform, app).finally(() => clearInterval(sealing))
  // The sign-ins of two starts, and those of the tests, come from one address.
  await owner('delete from rate_limits')

  test('that were cut short are completed by the next start', async () => {
    expect(cut).toEqual(new Error('killed'))
    expect(filesOfFirst.length).toBeLessThan(12)
    const [whole] = await everything()
    expect(whole).toMatchObject({ patients: '139', providers: '22', files: '23', notes: '4', notifications: '11' })
  })

  test('puts nothing into the past of its access log', async () => {
    await sealAudit(platform.database)
    const only = { folder: platform.config.dataDir, trusted: null, mustBeAnchored: false }
    const { findings } = await verifyChains(platform.database, only)
    expect(findings.flatMap(({ problems }) => problems)).toEqual([])
    const rows = await owner<{ reads: number }>(
      "select count(*)::int as reads from audit_events where action = 'patient.read' and at < now() - interval '2 days'",
    )
    expect(rows).toEqual([{ reads: 2 }])
  })

  test('lets every listed account sign in, admins by username too', async () => {
    const password = 'Demo-portal-1!'
    for (const { email, label } of demoAccounts) {
      if (/^(Patient|Caregiver)/.test(label)) await as(null).call(loginPatient, { body: { email, password } })
      else if (label.includes('Admin')) await as(null).call(loginAdmin, { body: { username: email, password } })
      else await staff(email)
    }
    for (const username of ['superadmin', 'admin', 'superadmin-lakeview', 'admin-lakeview'])
      await as(null).call(loginAdmin, { body: { username, password } })
    expect(demoAccounts).toHaveLength(16)
  })

  test('links every account to the identity provider of the demo', async () => {
    const linked = await owner<{ subject: string; email: string }>(
      'select subject, email from identities join logins using (login_id) where issuer = $1 order by subject',
      [platform.identity.issuer],
    )
    const expected = demoAccounts.map(({ sub, email }) => ({ subject: sub, email }))
    expect(linked).toEqual(expected.sort((a, b) => (a.subject < b.subject ? -1 : 1)))
  })

  test('has 137 patients in northside, with every status', async () => {
    const physician = await staff('physician@northside.example')
    const list = (query: object) => physician.call(listPatients, { query })
    expect((await list({})).total).toBe(137)
    for (const status of patientStatuses) expect((await list({ status })).total, status).toBeGreaterThan(0)
    const [chloe] = (await list({ searchQuery: 'chloe lin' })).patients
    expect(chloe?.status).toBe('Pending Invite')
    const refused = { email: 'chloe.lin@northside.example', password: 'Demo-portal-1!' }
    await expect(as(null).call(loginPatient, { body: refused })).rejects.toMatchObject({ status: 400 })
  })

  test('has more providers in northside than a page holds, invited ones among them, and a logo', async () => {
    const body = { username: 'admin', password: 'Demo-portal-1!' }
    const { access_token } = await as(null).call(loginAdmin, { body })
    const { operators, total_pages } = await withToken(access_token).call(listOperators, { query: { page_size: 10 } })
    expect(total_pages).toBe(2)
    expect(new Set(operators.map(({ register_status }) => register_status))).toEqual(new Set(['Invited', 'Registered']))
    expect((await withToken(access_token).call(getProjectSettings, {})).logo_url).not.toBe('')
  })

  test('asks one account for a second step, and no other, also of those in both projects', async () => {
    const password = 'Demo-portal-1!'
    const asked = async ({ email, label }: (typeof demoAccounts)[number]) => {
      if (/^(Patient|Caregiver)/.test(label)) return as(null).call(loginPatient, { body: { email, password } })
      if (label.includes('Admin')) return as(null).call(loginAdmin, { body: { username: email, password } })
      return as(null).call(loginOperator, { body: { email, password } })
    }
    const states: [string, string][] = []
    for (const account of demoAccounts) states.push([account.email, (await asked(account)).second_factor])
    expect(states.filter(([, state]) => state !== 'none')).toEqual([['superadmin@lakeview.example', 'verify']])
  })

  test('has one roaming physician in both projects', async () => {
    const { memberships } = await staff('roaming@northside.example')
    expect(memberships.map(({ project_name, role }) => [project_name, role])).toEqual(
      expect.arrayContaining([
        ['Lumen Neuro', 'Physician'],
        ['Lakeview Brain Center', 'Physician'],
      ]),
    )
  })

  test('tells a whole story of Ana: profile, medical information, physician, notes, history and files', async () => {
    const physician = await staff('physician@northside.example')
    const key = 'ana.rivera@northside.example'
    const { patient, medicalInformation } = await physician.call(getPatientInfo, { params: { key } })
    expect(patient).toMatchObject({ status: 'Scanned', physician_name: 'Priya Raman', mrn_number: 'LN-204417' })
    expect(patient.status_history.map(({ status }) => status)).toEqual(['Other', 'Accepted', 'Scanned'])
    expect(patient.notes.map(({ author }) => author)).toEqual(['Noreen O’Hara', 'Priya Raman'])
    expect(medicalInformation?.previous_history).toContain('Migraine')

    const { documents } = await physician.call(listDocuments, { params: { key }, query: {} })
    expect(documents.map(({ file_name }) => file_name).sort()).toEqual([
      'AuthorizationForm',
      'Headache diary.svg',
      'How to prepare for your scan.pdf',
      'Insurance card.png',
      'Referral letter.pdf',
    ])
    const provider_id = physician.operator.provider_id
    const { count } = await physician.call(listNotifications, { params: { provider_id }, query: {} })
    expect(count).toBeGreaterThanOrEqual(4)
  })

  test('gives Ana real files: what she downloads is the picture and the page that were put in', async () => {
    const body = { email: 'ana.rivera@northside.example', password: 'Demo-portal-1!' }
    const { access_token } = await as(null).call(loginPatient, { body })
    const { documents } = await withToken(access_token).call(listMyDocuments, {
      params: { key: body.email },
      query: {},
    })
    const bytesOf = async (name: string) => {
      const file_id = documents.find(({ file_name }) => file_name === name)?.file_id
      const ana = { token: access_token } as TestUser
      return (await send(ana, downloadMyDocument, { params: { file_id } })).bytes
    }
    expect((await bytesOf('Insurance card.png')).equals(insuranceCard)).toBe(true)
    expect((await bytesOf('Referral letter.pdf')).toString('latin1')).toContain('(Referral) Tj')
  })

  test('mails only addresses that nobody has', async () => {
    const mails = await owner<{ recipient: string }>(
      'select unnest(to_addresses || cc || bcc) as recipient from mail_outbox',
    )
    expect(mails.filter(({ recipient }) => !recipient.endsWith('.example'))).toEqual([])
  })

  test('is put in once, even after somebody has deleted a part of it', async () => {
    await owner("update files set deleted_at = now() where file_name = 'Insurance card.png'")
    const before = await everything()
    await seedDemo(platform, app)
    expect(await everything()).toEqual(before)
  })

  test('leaves no session behind, and no file where none belongs', async () => {
    const body = { email: 'dana.rossi@lakeview.example', password: 'Demo-portal-1!' }
    const { access_token } = await as(null).call(loginPatient, { body })
    const key = body.email
    expect((await withToken(access_token).call(listMyDocuments, { params: { key }, query: {} })).total).toBe(0)
    const open = "select from sessions where device = 'Demo data' and revoked_at is null and created_at > $1"
    expect(await owner(open, [second?.at])).toEqual([])
  })
})

test('a project of that name which the demo did not make is left alone', async () => {
  const { app, platform, given, everything } = await demo()
  await given.project({ slug: 'northside', name: 'A real clinic' })
  const before = await everything()
  await seedDemo(platform, app)
  expect(await everything()).toEqual(before)
})
