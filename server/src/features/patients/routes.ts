import {
  countPatients,
  deletePatient,
  exportPatients,
  getMyPatientInfo,
  getPatient,
  getPatientInfo,
  getPatientSession,
  listPatients,
  type MedicalEdit,
  type OwnPatient,
  oldestOnPatientForm,
  openedInEmergency,
  type PatientFilters,
  patientColumns,
  restorePatient,
  setPatientSession,
  updateMedicalInfo,
  updateMyMedicalInfo,
  updateMyProfile,
  updatePatient,
} from '@fornix/contract'
import { hasRight, hasRightTo } from '../../clinic/people/rights.ts'
import { locatePatient } from '../../clinic/records/locate-patient.ts'
import { withoutMedical } from '../../clinic/records/note-readings.ts'
import { findPatient, findPatientOrDeleted } from '../../clinic/records/patient-record.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { forbidden, invalidFieldsError, notFound, tooLargeError } from '../../platform/base/errors.ts'
import { type AuditNote, on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { patientBulkRoutes } from './bulk.ts'
import { dictionaryOf } from './dictionary.ts'
import { type ExportFilters, exportedPatients } from './export.ts'
import { mailExport } from './export-mail.ts'
import { listOf, statusCounts, totalOf, watchedAmong } from './list.ts'
import { saveMedical } from './medical.ts'
import { ownView, readPatient, staffView } from './record.ts'
import { type EndVisits, removeRecord, restoreRecord } from './remove.ts'
import { updatePatientRecord, type View, viewOfStaff } from './update.ts'

type OfPatient = { db: Db; user: Caller; params: { email: string }; audit: AuditNote }
type Named = { db: Db; audit: AuditNote }
type Needs = Pick<Platform, 'database' | 'sessions' | 'config' | 'mail' | 'rateLimits' | 'log'>
const maxFocusBytes = 16 * 1024

const locate = async (context: Named, key: string, find = findPatient) =>
  (await locatePatient(context, key, find)).patient

const mayList = (user: Caller, { deleted }: PatientFilters) => {
  if (deleted === 'true' && user.audience !== 'admin') throw forbidden('role')
}

const keyIn = ({ _id, patient_id, email }: Record<string, unknown>) => {
  const key = [_id, patient_id, email].find((value) => value !== undefined && value !== null && value !== '')
  if (key === undefined) throw invalidFieldsError({ _id: 'Please name a patient' })
  if (typeof key !== 'string' || key.length > 254) throw notFound()
  return key
}

const viewOfPatient =
  (database: Database): View<OwnPatient> =>
  ({ user }, record) =>
    ownView(database, user.project, record)

export const patientRoutes =
  (endVisits: EndVisits) =>
  ({ database, sessions, ...sender }: Needs): Route[] => {
    const ofPatient = viewOfPatient(database)
    return [
      on(getPatient, async (context) => ({ patient: (await info(context, ofPatient)).patient })),
      on(getMyPatientInfo, (context) => info(context, ofPatient)),
      on(getPatientInfo, async ({ db, user, params, audit }) => {
        const [record, mayAlways] = await Promise.all([
          readPatient(db, params.key),
          hasRight(db, user, openedInEmergency),
        ])
        audit.patient = record._id
        const seesMedical = mayAlways || (await hasRightTo(db, user, audit))
        if (!seesMedical) audit.detail = withoutMedical
        return {
          patient: staffView(record, seesMedical),
          medicalInformation: seesMedical ? record.medical : null,
          in_emergency: audit.emergency !== undefined,
          has_namesake: record.has_namesake,
          special_care: record.special_care,
        }
      }),
      // The session decides whose record it is; another user's id in the body is a changed field, and refused as one.
      // Without `commitWithNext`: the query for their physician follows the save, and may fail.
      on(updateMyProfile, ({ db, user, body, request, audit }) =>
        updatePatientRecord(sender, { db, user, body, request, audit }, user.person, ofPatient),
      ),
      on(updatePatient, (context) => updatePatientRecord(sender, context, keyIn(context.body), viewOfStaff)),
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
      on(listPatients, async ({ db, user, query, commitWithNext }) => {
        mayList(user, query)
        const [seesMedical, listed] = await Promise.all([
          hasRight(db, user, 'see_medical'),
          listOf(db, query, commitWithNext),
        ])
        if (seesMedical) return listed
        return {
          ...listed,
          patients: listed.patients.map((patient) => ({ ...patient, indication: [] })),
          medical_hidden: true,
        }
      }),
      on(countPatients, ({ db, query, commitWithNext }) => {
        commitWithNext()
        return statusCounts(db, query.patient_type)
      }),
      ...patientBulkRoutes(sender),
      exportRoute({ database, sessions, config: sender.config }),
      ...removalRoutes(database, { ...sender, endVisits }),
      ...sessionPatientRoutes(database, ofPatient),
    ]
  }

const info = async <V>({ db, user, params, audit }: OfPatient, view: View<V>) => {
  const record = await readPatient(db, params.email)
  audit.patient = record._id
  return { patient: await view({ user, seesMedical: true }, record), medicalInformation: record.medical }
}

const updateMedical = async (db: Db, id: string, body: MedicalEdit, oldest = Number.POSITIVE_INFINITY) => {
  const record = await readPatient(db, id, { lock: true })
  // Staff may know a patient older than the patient's own form allows; an echo of that is no change.
  if ((body.age ?? 0) > oldest && body.age !== record.medical.age)
    throw invalidFieldsError({ age: `Age must be ${oldest} or less` })
  await saveMedical(db, record, body)
  const { medical } = await readPatient(db, id)
  return { message: 'Medical information updated successfully', medicalInformation: medical }
}

/** Which patients, without typed words: a search may be a name. */
const exportedBy = ({ patients, searchQuery, status, patient_type, deleted }: ExportFilters) => {
  const by = [
    patients?.filter((code) => /^P-\w+$/.test(code)).join(' '),
    searchQuery && 'by a search',
    status,
    patient_type,
    deleted === 'true' && 'deleted',
  ].filter(Boolean)
  return by.length > 0 ? ` (${by.join(', ')})` : ''
}

const exportRoute = ({ config, ...needs }: Pick<Needs, 'database' | 'sessions' | 'config'>) =>
  on(exportPatients, async ({ db, user, query, audit, request }) => {
    mayList(user, query)
    const seesMedical = await hasRight(db, user, 'see_medical')
    const columns = query.columns.filter((name) => seesMedical || name !== 'indication')
    const { reason, ...filters } = { ...query, columns }
    const total = await totalOf(db, filters)
    audit.object = `${total} patients${exportedBy(filters)}: ${columns.map((name) => patientColumns[name]).join(', ')}. Reason: ${reason}`
    // The export's row names no record: a watched one gets its own row, which notifies the admins.
    for (const patient of await watchedAmong(db, filters))
      await writeAudit(db, {
        project: user.project,
        actor: user.person,
        role: user.role,
        action: 'patient.export',
        patient,
        object: audit.object,
        request: request.id,
        proof: audit.proof,
      })
    await mailExport(db, { user, total, reason, request: request.id, publicUrl: config.publicUrl })
    return exportedPatients(needs, user, filters)
  })

const removalRoutes = (database: Database, ending: Parameters<typeof removeRecord>[0]) => [
  onRecord(
    deletePatient,
    (context) => locate(context, context.params.email, findPatientOrDeleted),
    async ({ db, user, located, body, audit }) => {
      audit.object = body.reason
      await removeRecord(ending, { db, database, user, patient: located })
      return { message: 'The patient has been successfully deleted.' }
    },
  ),
  onRecord(
    restorePatient,
    (context) => locate(context, context.params.patient_id, findPatientOrDeleted),
    async ({ db, user, located }) => {
      await restoreRecord({ db, database, user, patient: located })
      return { message: 'The patient has been restored.' }
    },
  ),
]

/** Only which patient is remembered: what the client says about the patient is neither stored nor trusted. */
const sessionPatientRoutes = (database: Database, ofPatient: View<OwnPatient>) => [
  on(setPatientSession, async ({ db, user, body, audit }) => {
    if (Buffer.byteLength(JSON.stringify(body)) > maxFocusBytes)
      throw tooLargeError('This is too much to send at one time.')
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
    const [record, seesMedical] = await Promise.all([readPatient(db, focus), hasRight(db, user, 'see_medical')])
    if (!seesMedical) audit.detail = withoutMedical
    return { patient: dictionaryOf(await (user.patient ? ofPatient : viewOfStaff)({ user, seesMedical }, record)) }
  }),
]
