import {
  type EmergencyFinding,
  endEmergency,
  getEmergency,
  listEmergencies,
  listMyEmergencies,
  openEmergency,
  openedInEmergency,
  pageAddresses,
  reviewEmergency,
  totalsOf,
} from '@fornix/contract'
import { sql } from 'kysely'
import { hasRight } from '../../clinic/people/rights.ts'
import { notifyOtherAdmins } from '../../clinic/records/admin-notices.ts'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { lockPatient } from '../../clinic/records/lock-patient.ts'
import { ApiError, conflict, notFound, staleError } from '../../platform/base/errors.ts'
import { type AuditNote, on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { siteZoneOf } from '../../platform/database/sql-time.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { actsOf, addEmergency, countsOf, emergenciesOf, emergencyOf, lockEmergency, runningOf } from './queries.ts'

type Locating = { db: Db; audit: AuditNote; params: { emergency_id: string } }

const locate = async ({ db, audit, params }: Locating) => {
  const found = await lockEmergency(db, params.emergency_id)
  if (!found) throw notFound()
  audit.patient = found.patient
  audit.object = found.emergency_id
  return found
}

const ownReview = () =>
  new ApiError(403, 'own_emergency', 'This is your own emergency access. Another admin has to review it.')

const findingWords: Record<EmergencyFinding, string> = {
  justified: 'Justified',
  not_justified: 'Not justified',
  follow_up: 'Needs follow-up',
}

/** The email names nobody: who, whose record and why is read in the portal. */
const notifyAdmins = (db: Db, user: Caller, patient: string, reason: string, portal: string) =>
  notifyOtherAdmins(db, {
    user,
    item_type: 'special_care',
    patient,
    text: `Emergency access: ${reason}`,
    mail: {
      subject: 'A record was opened with emergency access',
      body: `Someone opened a record with emergency access. It stays open for one hour at most.\n\nTo see who opened which record and why, and to review it, go to: ${portal}${pageAddresses.emergencyAccess}`,
    },
  })

const ofPerson = ({ config }: Pick<Platform, 'config'>): Route[] => [
  onRecord(openEmergency, patientOfPath, async ({ db, user, located: { patient }, body: { reason }, audit }) => {
    audit.object = reason
    if (await hasRight(db, user, openedInEmergency))
      throw conflict('You can see this record without emergency access. Please reload the page.', 'not_needed')
    await lockPatient(db, patient)
    if ((await runningOf(db, user, patient)).length > 0)
      throw conflict('You have emergency access to this record already. Please reload the page.', 'already_open')
    await addEmergency(db, user, patient, reason)
    await notifyAdmins(db, user, patient, reason, config.publicUrl)
    return firstRow(await runningOf(db, user, patient))
  }),

  on(listMyEmergencies, async ({ db, user }) => ({ open: await runningOf(db, user) })),

  onRecord(
    endEmergency,
    async (context) => {
      const found = await locate(context)
      if (found.provider !== context.user.person && context.user.audience !== 'admin') throw notFound()
      return found
    },
    async ({ db, user, located: { emergency_id, is_open } }) => {
      if (is_open)
        await sql`
          update emergency_accesses set ended_at = clock_timestamp(), ended_by = ${user.person}
           where emergency_id = ${emergency_id}`.execute(db)
      return { message: 'Emergency access has ended.' }
    },
  ),
]

/** `wordsOf`: an action's name for admins. */
export const emergencyAccessRoutes =
  (wordsOf: (action: string) => string) =>
  (platform: Pick<Platform, 'config'>): Route[] => [
    ...ofPerson(platform),

    on(listEmergencies, async ({ db, user, query }) => {
      const { counts, time_zone } = await countsOf(db)
      const total = query.view ? counts[query.view] : counts.to_review + counts.reviewed
      return {
        accesses: await emergenciesOf(db, user, query),
        counts,
        time_zone,
        ...totalsOf(total, query.page_size),
      }
    }),

    onRecord(getEmergency, locate, async ({ db, user, located }) => {
      const access = await emergencyOf(db, user, located.emergency_id)
      const acts = (await actsOf(db, access)).map(({ action, ...act }) => ({ ...act, what: wordsOf(action) }))
      return { access, acts, time_zone: await siteZoneOf(db) }
    }),

    onRecord(
      reviewEmergency,
      async (context) => {
        const found = await locate(context)
        const { person, login } = context.user
        if (found.provider === person || found.login === login) throw ownReview()
        return found
      },
      async ({ db, user, located: { emergency_id, is_open, version }, body, audit }) => {
        const current = () => emergencyOf(db, user, emergency_id)
        if (body.version !== version)
          throw staleError('A colleague has just reviewed this. Please look again.', {
            current: await current(),
          })
        if (is_open)
          throw conflict('The record is still open. End the access, or wait until its hour is over.', 'still_open')
        const { finding, note } = body
        audit.object = `${findingWords[finding]}: ${note}`
        await db
          .updateTable('emergency_accesses')
          .set({
            finding,
            note,
            reviewed_by: user.person,
            reviewed_at: sql<string>`clock_timestamp()`,
            version: version + 1,
          })
          .where('emergency_id', '=', emergency_id)
          .execute()
        return { access: await current() }
      },
    ),
  ]
