import {
  deletePatient,
  exportPatients,
  getMyPatientInfo,
  getPatient,
  getPatientInfo,
  getPatientSession,
  listPatients,
  type MedicalInformation,
  type OwnPatient,
  oldestOnPatientForm,
  type PatientFilters,
  restorePatient,
  type StaffPatient,
  setPatientSession,
  updateMedicalInfo,
  updateMyMedicalInfo,
  updateMyProfile,
  updatePatient,
} from '@fornix/contract'
import { isStale } from '../../clinic/records/field-changes.ts'
import { locatePatient } from '../../clinic/records/locate-patient.ts'
import { findDeletedPatient, findPatient } from '../../clinic/records/patient-record.ts'
import { conflict, forbidden, invalid, notFound, tooLarge } from '../../platform/base/errors.ts'
import { type AuditNote, on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { dictionaryOf } from './dictionary.ts'
import { changesIn } from './edit.ts'
import { exportedPatients } from './export.ts'
import { listOf, totalOf } from './list.ts'
import { saveMedical } from './medical.ts'
import { ownView, type PatientRecord, readPatient, staffView } from './record.ts'
import { removeRecord, restoreRecord } from './remove.ts'
import { savePatient } from './save.ts'

type Seen = { db: Db; user: Caller }
type Sent = Seen & { body: Record<string, unknown>; request: { id: string } }
type View<V> = (user: Caller, record: PatientRecord) => Promise<V>
type Named = { db: Db; audit: AuditNote }
type Needs = Pick<Platform, 'database' | 'sessions' | 'config' | 'mail' | 'rateLimits'>
const maxFocusBytes = 16 * 1024

const locate = async (context: Named, key: string, find = findPatient) =>
  (await locatePatient(context, key, find)).patient

/** A second click finds what the first one did. */
const livingOrDeleted = async (db: Db, key: string) => (await findPatient(db, key)) ?? findDeletedPatient(db, key)

const mayList = (user: Caller, { deleted }: PatientFilters) => {
  if (deleted === 'true' && user.audience !== 'admin') throw forbidden('role')
}

const keyIn = ({ _id, patient_id, email }: Record<string, unknown>) => {
  const key = [_id, patient_id, email].find((value) => value !== undefined && value !== null && value !== '')
  if (key === undefined) throw invalid({ _id: 'Please name a patient' })
  if (typeof key !== 'string' || key.length > 254) throw notFound()
  return key
}

const viewOfStaff: View<StaffPatient> = async (_user, record) => staffView(record)
const viewOfPatient =
  (database: Database): View<OwnPatient> =>
  (user, record) =>
    ownView(database, user.project, record)

export const patientRoutes = ({ database, sessions, ...sender }: Needs): Route[] => {
  const ofPatient = viewOfPatient(database)
  return [
    onRecord(
      getPatient,
      (context) => locate(context, context.params.email),
      async (context) => ({ patient: (await info(context, context.located, ofPatient)).patient }),
    ),
    onRecord(
      getMyPatientInfo,
      (context) => locate(context, context.params.email),
      (context) => info(context, context.located, ofPatient),
    ),
    onRecord(
      getPatientInfo,
      (context) => locate(context, context.params.key),
      (context) => info(context, context.located, viewOfStaff),
    ),
    // Whose record is decided by the session; an id of somebody else in the body is a changed field, and refused as one.
    on(updateMyProfile, (context) => update(sender, context, context.user.person, ofPatient)),
    on(updatePatient, async (context) =>
      update(sender, context, await locate(context, keyIn(context.body)), viewOfStaff),
    ),
    onRecord(
      updateMyMedicalInfo,
      (context) => locate(context, context.params.email),
      ({ db, located, body }) => updateMedical(db, located, body, oldestOnPatientForm),
    ),
    onRecord(
      updateMedicalInfo,
      (context) => locate(context, context.params.key),
      ({ db, located, body }) => updateMedical(db, located, body),
    ),
    on(listPatients, ({ db, user, query }) => {
      mayList(user, query)
      return listOf(db, query)
    }),
    exportRoute({ database, sessions }),
    ...removalRoutes(database),
    ...sessionPatientRoutes(database, ofPatient),
  ]
}

const info = async <V>({ db, user }: Seen, id: string, view: View<V>) => {
  const record = await readPatient(db, id)
  return { patient: await view(user, record), medicalInformation: record.medical }
}

const update = async <V extends object>(
  sender: Pick<Needs, 'config' | 'mail' | 'rateLimits'>,
  { db, user, body, request }: Sent,
  id: string,
  view: View<V>,
) => {
  const record = await readPatient(db, id, { lock: true })
  const patient = await view(user, record)
  const { changes, refuse } = changesIn(body, record, patient, user)
  if (isStale(body['version'], record.version))
    throw conflict('Somebody else has changed this record in the meantime.', 'stale', { patient })
  refuse()
  await savePatient(sender, db, { user, request: request.id }, record, changes)
  return { message: 'Patient updated successfully', patient: await view(user, await readPatient(db, id)) }
}

const updateMedical = async (
  db: Db,
  id: string,
  body: Partial<MedicalInformation>,
  oldest = Number.POSITIVE_INFINITY,
) => {
  const record = await readPatient(db, id, { lock: true })
  // Staff may know somebody older than the patient's own form takes; an echo of that is no change.
  if ((body.age ?? 0) > oldest && body.age !== record.medical.age)
    throw invalid({ age: `Age must be ${oldest} or less` })
  await saveMedical(db, record, body)
  const { medical } = await readPatient(db, id)
  return { message: 'Medical information updated successfully', medicalInformation: medical }
}

const exportRoute = (needs: Pick<Needs, 'database' | 'sessions'>) =>
  on(exportPatients, async ({ db, user, query, audit }) => {
    mayList(user, query)
    audit.object = `${await totalOf(db, query)} patients: ${query.columns.join(', ')}`
    return exportedPatients(needs, user, query)
  })

const removalRoutes = (database: Database) => [
  onRecord(
    deletePatient,
    (context) => locate(context, context.params.email, livingOrDeleted),
    async ({ db, user, located, body, audit }) => {
      audit.object = body.reason
      await removeRecord({ db, database, user, patient: located })
      return { message: 'The patient has been successfully deleted.' }
    },
  ),
  onRecord(
    restorePatient,
    (context) => locate(context, context.params.patient_id, livingOrDeleted),
    async ({ db, user, located }) => {
      await restoreRecord({ db, database, user, patient: located })
      return { message: 'The patient has been restored.' }
    },
  ),
]

/** Only which patient is remembered: what the client says of that patient is neither kept nor believed. */
const sessionPatientRoutes = (database: Database, ofPatient: View<OwnPatient>) => [
  on(setPatientSession, async ({ db, user, body, audit }) => {
    if (Buffer.byteLength(JSON.stringify(body)) > maxFocusBytes)
      throw tooLarge('This is more than can be sent at once.')
    const patient = await locate({ db, audit }, keyIn(body))
    await database.systemQuery('update sessions set focus_patient_id = $3 where project_id = $1 and session_id = $2', [
      user.project,
      user.session,
      patient,
    ])
    return { message: 'Patient session set successfully' }
  }),
  on(getPatientSession, async ({ db, user, audit }) => {
    const focus = user.patient ?? (user.focus && (await findPatient(db, user.focus))?.patient)
    if (!focus) return { patient: '{}' }
    audit.patient = focus
    const record = await readPatient(db, focus)
    return { patient: dictionaryOf(await (user.patient ? ofPatient(user, record) : viewOfStaff(user, record))) }
  }),
]
