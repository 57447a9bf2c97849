import { dayMs } from '@fornix/contract'
import { hashPassword } from '@fornix/server/clinic/people/passwords.ts'
import { addRegistration } from '@fornix/server/clinic/people/registrations.ts'
import { emailKey } from '@fornix/server/clinic/records/email-key.ts'
import { addPatient } from '@fornix/server/clinic/records/patient-record.ts'
import { addProvider } from '@fornix/server/clinic/records/provider-record.ts'
import type { Db } from '@fornix/server/platform/database/db.ts'
import type { Platform } from '@fornix/server/platform.ts'
import { v7 as uuid } from 'uuid'
import { addPatients } from '../fast.ts'
import { colleagues } from './colleagues.ts'
import { caregiver, demoPassword, patients, projects, providers, type Slug, subjectOf, waiting } from './people.ts'
import { addUnusualReadings } from './unusual-readings.ts'

/** How many patients northside has besides deleted ones, the named ones among them. */
const northsidePatients = 137

/** The projects with everybody in them, in the caller's transaction. Answers the id of the first project. */
export const addRecords = async ({ identity }: Pick<Platform, 'identity'>, db: Db) => {
  const ids = await addProjects(db)
  const at = (slug: Slug) => ids.get(slug) ?? ''
  const password_hash = await hashPassword(demoPassword)

  const addLogin = async (email: string, username?: string) => {
    const login_id = uuid()
    await db
      .insertInto('logins')
      .values({
        login_id,
        email,
        email_key: emailKey(email),
        username,
        password_hash,
        email_verified_at: new Date().toISOString(),
      })
      .execute()
    await db
      .insertInto('identities')
      .values({ issuer: identity.issuer, subject: subjectOf(email), login_id })
      .execute()
    return login_id
  }

  for (const { projects: slugs, username, ...person } of providers) {
    const login_id = await addLogin(person.email, username)
    for (const slug of slugs)
      await addProvider(db, { ...person, project_id: at(slug), login_id, register_status: 'Registered' })
  }
  for (const colleague of colleagues) await addProvider(db, { ...colleague, project_id: at('northside') })
  for (const { project, invited, ...person } of patients) {
    await addPatient(db, {
      ...person,
      project_id: at(project),
      login_id: invited ? null : await addLogin(person.email),
      // What a registration and an invitation give a record.
      ...(invited
        ? { status: 'Pending Invite', patient_type: 'Patient', author: 'Noreen O’Hara' }
        : { status: 'Other', status_comment: 'Self-registered' }),
    })
  }
  await addCaregiver(db, at(caregiver.project), await addLogin(caregiver.email))
  for (const { project, ...typed } of waiting)
    await addRegistration(db, { ...typed, project_id: at(project) }, { password_hash })
  const named = patients.filter(({ project }) => project === 'northside').length
  await addPatients(db, at('northside'), northsidePatients - named)
  await addUnusualReadings(db, at('northside'))
  return at('northside')
}

/** For half a year from the first start. */
const addCaregiver = async (db: Db, project_id: string, login_id: string) => {
  const { patient, project: _, areas, ...person } = caregiver
  const { patient_id, first_name, last_name } = await db
    .selectFrom('patients')
    .select(['patient_id', 'first_name', 'last_name'])
    .where('project_id', '=', project_id)
    .where('email', '=', patient)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('caregivers')
    .values({
      ...person,
      project_id,
      caregiver_id: uuid(),
      patient_id,
      login_id,
      email_key: emailKey(person.email),
      areas: [...areas],
      until: new Date(Date.now() + 180 * dayMs).toISOString().slice(0, 10),
      invited_by: patient_id,
      invited_name: `${first_name} ${last_name}`,
      accepted_at: new Date().toISOString(),
    })
    .execute()
}

const addProjects = async (db: Db) => {
  const ids = new Map<Slug, string>()
  for (const { contact, patient_id_issuers, ...project } of projects) {
    const project_id = uuid()
    await db
      .insertInto('projects')
      .values({ ...project, project_id, contact: JSON.stringify(contact), patient_id_issuers: [...patient_id_issuers] })
      .execute()
    ids.set(project.slug, project_id)
  }
  return ids
}
