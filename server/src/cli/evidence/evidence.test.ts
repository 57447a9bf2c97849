import { createHash } from 'node:crypto'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dayMs } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasOpenssl, openssl } from '../../../test/certificates.ts'
import { runIn } from '../../../test/command-line.ts'
import { testDatabase } from '../../../test/database.ts'
import { testPasswords } from '../../../test/passwords.ts'
import { roleAddresses } from '../../platform/database/addresses.ts'
import { readConfig } from '../../platform/settings/config.ts'
import { startPlatform } from '../../start-platform.ts'
import { grantSpans, rolesOf, withheldSpans } from './people.ts'

const root = await mkdtemp(`${tmpdir()}/fornix-evidence-`)
const cleanups: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })]
afterAll(async () => {
  for (const clean of cleanups.toReversed()) await clean()
})

let place: Record<string, string>
let owner: Awaited<ReturnType<typeof testDatabase>>['owner']
const fornix = (...args: string[]) => runIn(place, ...args)
const projectOf = async (slug: string) => {
  const [row] = await owner<{ project_id: string }>('select project_id from projects where slug = $1', [slug])
  return row?.project_id ?? ''
}
/** A row as the portal writes it, at a time of the past. */
const happened = async (slug: string, at: string, action: string, more: Record<string, string | null> = {}) => {
  const { actor = null, role = 'Admin', patient = null, object = '', result = 'ok' } = more
  const id = uuid({ msecs: Date.parse(at) })
  await owner(
    `insert into audit_events (project_id, event_id, at, actor_id, actor_role, action, patient_id, object_id, request_id, result)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'a-request', $9)`,
    [await projectOf(slug), id, at, actor, role, action, patient, object, result],
  )
  return id
}

const nurse = uuid()
const patient = uuid()
const emergency = uuid()
beforeAll(async () => {
  const made = await testDatabase()
  cleanups.push(made.drop)
  owner = made.owner
  const { appUrl, systemUrl } = roleAddresses(made.url, testPasswords)
  place = {
    DATA_DIR: `${root}/data`,
    DATABASE_URL: appUrl,
    DATABASE_SYSTEM_URL: systemUrl,
    DATABASE_OWNER_URL: made.url,
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    AUDIT_KEY_FILE: `${root}/audit.key`,
    LOG_LEVEL: 'silent',
  }
  expect(await fornix('audit-key', `${root}/audit.key`)).toMatchObject({ code: 0 })
  const { stop } = await startPlatform(readConfig('demo', place), { smtpUrl: 'smtp://127.0.0.1:9' })
  for (const slug of ['hill', 'valley'])
    await fornix('project', 'create', '--slug', slug, '--name', slug, '--time-zone', 'America/New_York')
  await owner(
    `insert into providers (project_id, provider_id, code, role, register_status, email, email_key, first_name, last_name, created_at)
     values ($1, $2, 'V-1', 'Physician', 'Registered', 'n@hill.example', 'n@hill.example', 'Nora', 'Nye', '2025-01-05T12:00:00Z')`,
    [await projectOf('hill'), nurse],
  )
  const login = uuid()
  await owner('insert into logins (login_id, email, email_key, email_verified_at) values ($1, $2, $2, now())', [
    login,
    'n@hill.example',
  ])
  await owner('update providers set login_id = $1 where provider_id = $2', [login, nurse])
  await owner(
    `insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key, last_used_at)
     values (gen_random_uuid(), $1, 'passkey', 'Phone', 'x', '\\x00', '2026-02-20T10:00:00Z'),
            (gen_random_uuid(), $1, 'passkey', 'Key', 'y', '\\x00', '2026-01-20T10:00:00Z')`,
    [login],
  )
  await owner(
    "insert into recovery_codes (login_id, code_hash, used_at) values ($1, sha256('a'), null), ($1, sha256('b'), now())",
    [login],
  )
  // The person is one of the trail alone.
  await owner(
    `set session_replication_role = replica;
     insert into emergency_accesses (project_id, emergency_id, patient_id, provider_id, role, reason, opened_at, until)
     values ('${await projectOf('hill')}', '${emergency}', '${patient}', '${nurse}', 'Nurse', '=Seizure in the waiting room',
             '2026-02-12T14:30:00Z', '2026-02-12T15:30:00Z');
     reset session_replication_role`,
  )
  await happened('hill', '2026-02-10T15:00:00Z', 'provider.change_role', {
    object: nurse,
    result: 'Nurse to Physician',
  })
  await happened('hill', '2026-02-11T15:00:00Z', 'project.change_rights', { object: 'Nurse: no export, no send_email' })
  await happened('hill', '2026-02-12T15:00:00Z', 'patient.read', {
    actor: nurse,
    role: 'Nurse',
    patient,
    result: `ok emergency:${emergency}`,
  })
  await happened('hill', '2026-02-12T15:00:00Z', 'made.up', { actor: nurse, patient })
  await happened('hill', '2026-02-13T15:00:00Z', 'patient.export', {
    actor: nurse,
    object: '=2 patients, for the\n"board"',
  })
  await happened('hill', '2026-02-14T15:00:00Z', 'refused', { actor: nurse, object: 'GET /x/', result: '403 role' })
  // Half past eleven in the evening in New York, the day after in Greenwich.
  await happened('hill', '2026-03-01T04:30:00Z', 'session.start', { actor: nurse, object: 'last minute' })
  await happened('hill', '2026-02-15T15:00:00Z', 'two_step.prove', { actor: nurse, result: 'ok by:passkey' })
  await happened('hill', '2026-03-01T05:30:00Z', 'session.start', { actor: nurse, object: 'too late' })
  await happened('valley', '2026-02-12T15:00:00Z', 'patient.read', { object: 'of another project' })
  await stop()
})

const run = (out: string, ...more: string[]) =>
  fornix(
    'evidence',
    '--project',
    'hill',
    '--from',
    '2026-02-01',
    '--to',
    '2026-02-28',
    '--out',
    `${root}/${out}`,
    ...more,
  )
const text = (file: string) => readFile(`${root}/${file}`, 'utf8')
const verify = (folder: string, key = `${root}/audit.key.pub`) =>
  fornix('verify-evidence', `${root}/${folder}`, '--public-key', key)

test('the folder says who had which rights when, what was read, exported and refused, and nothing of another project', async () => {
  await run('first')
  expect(await text('first/roles.csv')).toContain(
    `"${nurse}","V-1","Nurse","2025-01-05T12:00:00.000000Z","2026-02-10T15:00:00.000000Z"`,
  )
  expect(await text('first/roles.csv')).toContain(`"${nurse}","V-1","Physician","2026-02-10T15:00:00.000000Z",""`)
  expect(await text('first/withheld-rights.csv')).toContain('"Nurse","export","2026-02-11T15:00:00.000000Z",""')
  expect(await text('first/record-access.csv')).toContain(`"${nurse}","Nurse","patient.read","${patient}"`)
  expect(await text('first/record-access.csv')).toContain(`"${nurse}","Admin","made.up","${patient}"`)
  expect(await text('first/emergency-access.csv')).toContain(
    `"${emergency}","${nurse}","Nurse","${patient}","'=Seizure in the waiting room","2026-02-12T14:30`,
  )
  expect(await text('first/record-access.csv')).toContain(`emergency:${emergency}`)
  expect(await text('first/exports.csv')).toContain(`"'=2 patients, for the\n""board"""`)
  expect(await text('first/refusals.csv')).toContain('"GET /x/","403 role"')
  const signIns = await text('first/sign-ins.csv')
  expect(signIns).toContain('last minute')
  expect(signIns).toContain('"two_step.prove"')
  expect(await text('first/rights-changes.csv')).not.toContain('two_step.prove')
  expect(signIns).not.toContain('too late')
  const factors = (await text('first/factors.csv')).split('\n')
  expect(factors[0]).toBe(
    'person_id,code,role,has_password,has_proven_address,identity_providers,passkeys,authenticator_apps,recovery_codes_left,second_step_last_used_at',
  )
  expect(factors).toContain(`"${nurse}","V-1","Physician","f","t","","2","0","1","2026-02-20T10:00:00.000000Z"`)
  const files = await readdir(`${root}/first`)
  const all = (await Promise.all(files.map((file) => text(`first/${file}`)))).join('')
  expect(all).not.toContain('of another project')
  const summary = JSON.parse(await text('first/summary.json'))
  expect(summary).toMatchObject({ rows: { 'audit.ndjson': 8 }, backups: 'not recorded', drills: 'not recorded' })
  expect(summary.period).toMatchObject({ begins: '2026-02-01T05:00:00.000000Z', ends: '2026-03-01T05:00:00.000000Z' })
})

test('every row of the period stands there as it was sealed, so that anybody recomputes the chain', async () => {
  await run('chain')
  const lines = (await text('chain/audit.ndjson')).trimEnd().split('\n')
  type Line = Record<'event_id' | 'at' | 'actor_role' | 'action' | 'object' | 'request' | 'result' | 'hash', string> & {
    seq: number
    actor_id: string | null
    patient_id: string | null
  }
  const rows = lines.map((line): Line => JSON.parse(line))
  const ids = ({ actor_id, actor_role, action, patient_id }: Line) => [
    actor_id ?? '-',
    actor_role,
    action,
    patient_id ?? '-',
  ]
  for (const [n, row] of rows.entries()) {
    const before = rows[n - 1]
    if (!before || row.seq !== before.seq + 1) continue
    const content = [row.event_id, row.at, ...ids(row), row.object, row.request, row.result].join('|')
    const hash = createHash('sha256').update(Buffer.from(before.hash, 'hex')).update(content).digest('hex')
    expect(row.hash).toBe(hash)
  }
  expect(rows.map(({ object }) => object)).toContain('=2 patients, for the\n"board"')
})

test('the run is a row of the trail, and drills and backups that were recorded are counted', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const noted = ['--kind', 'restore', '--result', 'passed', '--on', '2026-02-20', '--words', 'Back in 20 minutes']
  expect(await fornix('record-drill', ...noted)).toMatchObject({ code: 0 })
  expect(await fornix('backup', `${root}/backup`)).toMatchObject({ code: 0 })
  // A day to both sides: the site has another date than Greenwich for some hours.
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10))
  const given = ['--project', 'hill', '--from', from ?? today, '--to', to ?? today]
  await fornix('evidence', ...given, '--out', `${root}/today`)
  expect(JSON.parse(await text('today/summary.json'))).toMatchObject({ backups: 1, drills: 1 })
  expect(await text('today/backups-and-drills.csv')).toContain('restore passed on 2026-02-20: Back in 20 minutes')
  expect(await text('today/exports.csv')).toContain(`"project.evidence",,"${from} to ${to}"`)
})

/** A grant to act for the patient, although the project has no such record. */
const addCaregiver = async (slug: string, id: string, area: string, until: string) =>
  owner(
    `set session_replication_role = replica;
     insert into caregivers (project_id, caregiver_id, patient_id, login_id, first_name, last_name, email, email_key, relationship, areas, until, invited_by,
                             invited_name, accepted_at)
     values ('${await projectOf(slug)}', '${id}', '${patient}', '${nurse}', 'Max', 'Ito', '${id}', '${id}', 'Son', '{${area}}', '${until}', '${patient}',
             'Ana', '2026-01-10T12:00:00Z');
     reset session_replication_role`,
  )

test('who acted for a patient until the day before the period is left out, as days are at the site', async () => {
  const made = ['project', 'create', '--slug', 'east', '--name', 'east', '--time-zone', 'Asia/Tokyo']
  expect(await fornix(...made)).toMatchObject({ code: 0 })
  const [before, first] = [uuid(), uuid()]
  await addCaregiver('east', before, 'files', '2026-01-31')
  await addCaregiver('east', first, 'files', '2026-02-01')
  const given = ['--project', 'east', '--from', '2026-02-01', '--to', '2026-02-28', '--out', `${root}/east`]
  await fornix('evidence', ...given)
  const rows = await text('east/caregivers.csv')
  expect(rows).toContain(`"${first}"`)
  expect(rows).toContain('"2026-02-01"')
  expect(rows).not.toContain(before)
})

test('a change after the period does not change what is said of the period', async () => {
  const made = ['project', 'create', '--slug', 'west', '--name', 'west', '--time-zone', 'America/New_York']
  expect(await fornix(...made)).toMatchObject({ code: 0 })
  const [physician, newcomer, byIdentity, caregiver] = [uuid(), uuid(), uuid(), uuid()]
  for (const [id, code, role, began] of [
    [physician, 'V-8', 'Admin', '2025-01-05T12:00:00Z'],
    [newcomer, 'V-9', 'Nurse', '2026-02-20T12:00:00Z'],
    [byIdentity, 'V-10', 'Nurse', '2026-02-21T12:00:00Z'],
  ])
    await owner(
      `insert into providers (project_id, provider_id, code, role, register_status, email, email_key, first_name, last_name, created_at)
       values ($1, $2, $3, $4, 'Registered', $6, $6, 'Nora', 'Nye', $5)`,
      [await projectOf('west'), id, code, role, began, `${code}@x.example`],
    )
  await addCaregiver('west', caregiver, 'money', '2026-12-31')
  await happened('west', '2026-02-11T15:00:00Z', 'project.change_rights', { object: 'Nurse: no export' })
  await happened('west', '2026-03-09T15:00:00Z', 'project.change_rights', { object: 'Nurse: again export' })
  await happened('west', '2026-03-10T15:00:00Z', 'provider.change_role', {
    object: physician,
    result: 'Physician to Admin',
  })
  await happened('west', '2026-03-11T15:00:00Z', 'provider.register', { actor: newcomer })
  await happened('west', '2026-03-11T16:00:00Z', 'account.register_identity', { actor: byIdentity })
  await happened('west', '2026-03-12T15:00:00Z', 'caregiver.change', {
    actor: patient,
    role: 'Patient',
    object: caregiver,
    result: 'ok files, visits until 2026-04-30 to money until 2026-12-31',
  })
  const given = ['--project', 'west', '--from', '2026-02-01', '--to', '2026-02-28', '--out', `${root}/west`]
  await fornix('evidence', ...given)
  const linesOf = async (file: string) => (await text(`west/${file}`)).trimEnd().split(/\r?\n/).slice(1)
  expect(await linesOf('roles.csv')).toEqual([
    expect.stringContaining('"V-8","Physician","2025-01-05T12:00:00.000000Z","2026-03-10T15:00:00.000000Z"'),
  ])
  expect(await linesOf('withheld-rights.csv')).toEqual([
    expect.stringContaining('"Nurse","export","2026-02-11T15:00:00.000000Z","2026-03-09T15:00:00.000000Z"'),
  ])
  expect(await linesOf('caregivers.csv')).toEqual([
    `"${caregiver}","${patient}","files visits","2026-04-30","2026-01-10T12:00:00.000000Z","2026-03-12T15:00:00.000000Z","${patient}","",""`,
  ])
})

test('what the checks find is in the folder, and ends the command with it', async () => {
  await owner("update audit_events set object_id = 'forged' where object_id = 'of another project'")
  const given = ['--project', 'valley', '--from', '2026-02-01', '--to', '2026-02-28', '--out', `${root}/checked`]
  const { code, text: said } = await fornix('evidence', ...given)
  const { verify_audit, verify_form } = JSON.parse(await text('checked/summary.json'))
  expect(verify_audit.holds).toBe(false)
  expect(verify_audit.problems.join()).toContain('is not what was sealed')
  expect(verify_form).toEqual({ checked: 0, changed: 0 })
  expect(code).toBe(1)
  expect(said).toContain('The folder is finished, and it says that:')
  expect(await verify('checked')).toMatchObject({ code: 0 })
})

test('a changed byte, a file more and a file less are found, and so is the seal of another key', async () => {
  await run('sealed')
  expect(await verify('sealed')).toEqual({ code: 0, text: `${root}/sealed is as it was written.` })
  await fornix('audit-key', `${root}/other.key`)
  expect((await verify('sealed', `${root}/other.key.pub`)).text).toContain('is not signed by the given key')
  for (const [what, change, said] of [
    ['byte', (at: string) => appendFile(`${at}/roles.csv`, ' '), 'roles.csv was changed.'],
    ['more', (at: string) => writeFile(`${at}/more.csv`, ''), 'more.csv is not in the list: it was added.'],
    ['less', (at: string) => rm(`${at}/exports.csv`), 'exports.csv is missing.'],
    ['list', (at: string) => appendFile(`${at}/SHA256SUMS`, '\n'), 'SHA256SUMS is not signed by the given key'],
    ['bare', (at: string) => rm(`${at}/SHA256SUMS.sig`), 'SHA256SUMS.sig is missing'],
  ] as const) {
    await cp(`${root}/sealed`, `${root}/${what}`, { recursive: true })
    await change(`${root}/${what}`)
    const found = await verify(what)
    expect(found.code).toBe(1)
    expect(found.text).toContain(said)
  }
})

test.skipIf(!hasOpenssl)('openssl checks the seal, too', async () => {
  await run('by-openssl')
  const at = `${root}/by-openssl/SHA256SUMS`
  const words = ['-inkey', `${root}/audit.key.pub`, '-rawin', '-in', at, '-sigfile', `${at}.sig`]
  expect((await openssl('pkeyutl', '-verify', '-pubin', ...words)).stdout).toContain('Verified Successfully')
})

test('a folder that holds something, days in the wrong order and a missing key are refused, and nothing is left', async () => {
  await run('twice')
  expect((await run('twice')).text).toContain('is not empty. Name a new folder each time.')
  const turned = ['--from', '2026-02-28', '--to', '2026-02-01', '--out', `${root}/turned`]
  expect((await fornix('evidence', '--project', 'hill', ...turned)).text).toBe('--from is after --to.')
  expect(await readdir(root)).not.toContain('turned')
})

test('roles follow each other from the registration to the end', () => {
  const event = (at: string, result: string) => ({ at, event_id: `at ${at}`, object_id: 'p', actor_id: 'a', result })
  const provider = { provider_id: 'p', code: 'V', role: 'Admin', began: '1', ended: '9' }
  const spans = rolesOf(provider, event('2', 'ok'), [
    event('4', 'Nurse to Physician'),
    event('6', 'Physician to Admin'),
  ])
  expect(spans.map(({ role, from, until }) => [role, from, until])).toEqual([
    ['Nurse', '2', '4'],
    ['Physician', '4', '6'],
    ['Admin', '6', '9'],
  ])
})

test('nobody has a role before the sign-up, however often it was changed until then', () => {
  const event = (at: string, result: string) => ({ at, event_id: `at ${at}`, object_id: 'p', actor_id: 'a', result })
  const provider = { provider_id: 'p', code: 'V', role: 'Admin', began: '1', ended: '9' }
  const spans = rolesOf(provider, event('5', 'ok'), [
    event('2', 'Nurse to Physician'),
    event('4', 'Physician to MRI-Tech'),
    event('7', 'MRI-Tech to Admin'),
  ])
  expect(spans.map(({ role, from, until, event }) => [role, from, until, event])).toEqual([
    ['MRI-Tech', '5', '7', 'at 4'],
    ['Admin', '7', '9', 'at 7'],
  ])
})

test('a right is withheld until it is given again', () => {
  const event = (at: string, object_id: string) => ({ at, event_id: at, object_id, actor_id: null, result: 'ok' })
  const spans = withheldSpans([
    event('1', 'MRI-Tech: no export; two people for money: above $100.00'),
    event('2', 'Nurse: no export, no see_medical; MRI-Tech: again export'),
    event('3', 'Nurse: again see_medical'),
    event('4', 'two people for money: never'),
  ])
  expect(spans.map(({ role, right, from, until }) => [role, right, from, until])).toEqual([
    ['MRI-Tech', 'export', '1', '2'],
    ['Nurse', 'export', '2', ''],
    ['Nurse', 'see_medical', '2', '3'],
  ])
})

test('what a caregiver was allowed follows from each change; what earlier versions did not write down is not made up', () => {
  const event = (at: string, result: string) => ({ at, event_id: at, object_id: 'c', actor_id: 'a', result })
  const grant = { caregiver_id: 'c', patient_id: 'p', invited_by: 'p', accepted: '2', ended: '9', ended_by: 'clinic' }
  const today = { areas: 'money', last_day: '2026-06-30' }
  const spansOf = (changes: ReturnType<typeof event>[]) =>
    grantSpans(grant, today, changes, (day) => (day === '2026-04-30' ? '5' : '')).map(
      ({ areas, from, until, ended_by }) => [areas, from, until, ended_by],
    )
  const recorded = [
    event('1', 'ok images until 2026-06-30 to files until 2026-06-30'),
    event('3', 'ok files until 2026-06-30 to files, visits until 2026-04-30'),
    event('6', 'ok files, visits until 2026-04-30 to money until 2026-06-30'),
  ]
  expect(spansOf(recorded)).toEqual([
    ['files', '2', '3', ''],
    // The last day was over before the next one was chosen.
    ['files visits', '3', '5', ''],
    ['money', '6', '9', 'clinic'],
  ])
  expect(spansOf([event('3', 'ok'), event('4', 'ok'), ...recorded.slice(2)])).toEqual([
    ['not recorded', '2', '3', ''],
    ['not recorded', '3', '4', ''],
    ['files visits', '4', '5', ''],
    ['money', '6', '9', 'clinic'],
  ])
})
