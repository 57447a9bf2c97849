import { randomBytes } from 'node:crypto'
import { audienceOf, type CareArea, careAreas, type Role } from '@fornix/contract'
import { uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'
import { hash } from '@node-rs/argon2'
import { v7 as uuid } from 'uuid'
import { emailKey } from '../src/clinic/records/email-key.ts'
import { addPatient } from '../src/clinic/records/patient-record.ts'
import type { Platform } from '../src/platform.ts'

/** Somebody with a session. `id` is the internal id of the record, `code` the spoken one. */
export type TestUser = {
  token: string
  refreshToken: string
  session: string
  id: string
  code: string
  login: string
  role: Role
  project: string
  email: string
  password: string
}

const testPassword = 'Correct-horse-9!'
/** Cheap, so that no sign-in of a test waits for it; what the real ones cost is in `passwords.alone.test.ts`. */
const testHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
/** Searches find people by the beginnings of their addresses, and no test looks for what begins with "qq". */
const anyName = () =>
  `qq${randomBytes(5)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? 'x')}`

/** What a test needs to exist. Each name is new, so tests never meet. */
export const givenIn = ({ database, sessions }: Pick<Platform, 'database' | 'sessions'>) => {
  const login = async (email: string) => {
    const login_id = uuid()
    const password_hash = await testHash
    await database.unscoped('test login', (db) =>
      db
        .insertInto('logins')
        .values({
          login_id,
          email,
          email_key: emailKey(email),
          password_hash,
          email_verified_at: new Date().toISOString(),
        })
        .execute(),
    )
    return login_id
  }
  const signedIn = (project: string, loginId: string, role: Role, id: string) =>
    database.unscoped('test session', (db) =>
      sessions.start(db, {
        project,
        login: loginId,
        audience: audienceOf(role),
        record: role === 'Patient' ? { patient_id: id } : { provider_id: id },
        device: 'test',
      }),
    )

  const project = async (fields: { slug?: string; name?: string; patient_id_issuers?: string[] } = {}) => {
    const project_id = uuid()
    await database.unscoped('test project', (db) =>
      db
        .insertInto('projects')
        .values({
          project_id,
          slug: `p${anyName()}`,
          name: 'Test project',
          patient_id_issuers: ['northside'],
          ...fields,
        })
        .execute(),
    )
    return project_id
  }

  const patient = async (
    projectId?: string,
    fields: Partial<Parameters<typeof addPatient>[1]> = {},
  ): Promise<TestUser> => {
    const at = projectId ?? (await project())
    const email = fields.email ?? `${anyName()}@patients.example`
    const loginId = await login(email)
    const { patient_id, code } = await database.unscoped('test patient', (db) =>
      addPatient(db, {
        project_id: at,
        login_id: loginId,
        email,
        first_name: 'Ana',
        last_name: 'Rivera',
        status: 'Accepted',
        ...fields,
      }),
    )
    const { accessToken, refreshToken, session } = await signedIn(at, loginId, 'Patient', patient_id)
    return {
      token: accessToken,
      refreshToken,
      session,
      id: patient_id,
      code,
      login: loginId,
      role: 'Patient',
      project: at,
      email,
      password: testPassword,
    }
  }

  const staff = async (
    role: Exclude<Role, 'Patient'>,
    projectId?: string,
    fields: { login?: string; email?: string } = {},
  ): Promise<TestUser> => {
    const at = projectId ?? (await project())
    const email = fields.email ?? `${anyName()}@staff.example`
    const loginId = fields.login ?? (await login(email))
    const [id, code] = [uuid(), `S-${anyName()}`]
    await database.unscoped('test provider', (db) =>
      db
        .insertInto('providers')
        .values({
          project_id: at,
          provider_id: id,
          code,
          login_id: loginId,
          role,
          register_status: 'Registered',
          email,
          email_key: emailKey(email),
          first_name: 'Nora',
          last_name: 'Lindt',
        })
        .execute(),
    )
    const { accessToken, refreshToken, session } = await signedIn(at, loginId, role, id)
    return {
      token: accessToken,
      refreshToken,
      session,
      id,
      code,
      login: loginId,
      role,
      project: at,
      email,
      password: testPassword,
    }
  }

  /** Somebody who has accepted to act for a patient; `id` is that of the patient, `caregiver` the grant. */
  const caregiver = async (
    of: TestUser,
    areas: readonly CareArea[] = careAreas,
    { login: known, email = `${anyName()}@helpers.example` }: { login?: string; email?: string } = {},
  ): Promise<TestUser & { caregiver: string }> => {
    const loginId = known ?? (await login(email))
    const caregiver_id = uuid()
    const { accessToken, refreshToken, session } = await database.unscoped('test caregiver', async (db) => {
      await db
        .insertInto('caregivers')
        .values({
          project_id: of.project,
          caregiver_id,
          patient_id: of.id,
          login_id: loginId,
          first_name: 'Maria',
          last_name: 'Soto',
          email,
          email_key: emailKey(email),
          relationship: 'Mother',
          areas: [...areas],
          until: '2999-12-31',
          invited_by: of.id,
          invited_name: 'Ana Rivera',
          accepted_at: new Date().toISOString(),
        })
        .execute()
      const who = {
        project: of.project,
        login: loginId,
        audience: 'patient',
        record: { caregiver_id },
        device: 'test',
      } as const
      return sessions.start(db, who)
    })
    return { ...of, token: accessToken, refreshToken, session, login: loginId, caregiver: caregiver_id }
  }

  /** A study of that patient, or of nobody yet; the images are another matter. */
  const study = async (at: { project: string; patient?: string; uid?: string; series?: string; date?: string }) => {
    const uid = at.uid ?? uidOf('given', randomBytes(8).toString('hex'))
    await database.unscoped('test study', (db) =>
      db
        .insertInto('studies')
        .values({
          project_id: at.project,
          study_id: uuid(),
          patient_id: at.patient ?? null,
          study_uid: uid,
          study_date: at.date ?? '20260910',
          study_time: '101530',
          scan_type: 'Portable brain MRI',
          source: 'Lumen Neuro',
          series_uid: at.series ?? `${uid}.1`,
        })
        .execute(),
    )
    return uid
  }

  const user = (role: Role, projectId?: string) => (role === 'Patient' ? patient(projectId) : staff(role, projectId))
  return { project, patient, staff, caregiver, user, login, study }
}

const objects = [
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n',
  '2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n',
]
/** A PDF of one empty page. */
export const smallPdf = (text = 'test') => {
  let body = '%PDF-1.4\n'
  const places = objects.map((object) => {
    const place = `${String(body.length).padStart(10, '0')} 00000 n \n`
    body += object
    return place
  })
  const table = `xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer<</Size 4/Root 1 0 R>>\n`
  return Buffer.from(`${body}${table}% ${text}\nstartxref\n${body.length}\n%%EOF\n`)
}
