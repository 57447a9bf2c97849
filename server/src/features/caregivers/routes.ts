import {
  changeMyCaregiver,
  endCaregiver,
  endMyCaregiver,
  inviteCaregiver,
  inviteMyCaregiver,
  listCaregivers,
  listMyCaregivers,
  type NewCaregiver,
} from '@fornix/contract'
import { mailCaregiverEnded, mailCaregiverInvited, mailInvitation } from '../../clinic/people/caregiver-mails.ts'
import {
  type CaredFor,
  caregiversOf,
  createCaregiverInvite,
  type GrantRow,
  hasAccount,
} from '../../clinic/people/caregivers.ts'
import { changeGrant, type EndedBy, endGrant } from '../../clinic/people/grants.ts'
import { limitInvitations } from '../../clinic/people/invitations.ts'
import { openInvites } from '../../clinic/people/invite-delivery.ts'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { notFound } from '../../platform/base/errors.ts'
import { type AuditNote, on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { heldReason } from '../../platform/mail/queue.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { actingRoutes } from './acting.ts'

type Of = { user: Caller; audit: AuditNote }

/** In the caller's scope: another record's do not exist there. */
const refuseUnknown = async (db: Db, { project, patient }: CaredFor, caregiver: string) => {
  const exists = (await caregiversOf(db, { project, patient })).some(({ caregiver_id }) => caregiver_id === caregiver)
  if (!exists) throw notFound()
}

/** A patient's scope has no invitations: the system role writes them, beside the grant. */
const invite = async (platform: Platform, { user, audit }: Of, patient: string, body: NewCaregiver) => {
  const { database, config, mail } = platform
  const { project } = user
  await limitInvitations(platform, project, body.email)
  audit.object = await database.unscoped('invite a caregiver', async (db) => {
    const caregiver = await createCaregiverInvite(db, { project, patient }, body, { id: user.person, name: user.name })
    await mailInvitation({ config, mail }, db, { project, caregiver })
    await mailCaregiverInvited({ config, mail }, db, { project, caregiver })
    return caregiver
  })
  return { message: 'The invitation has been sent.' }
}

/** Neither a patient's scope nor the clinic's has the links that invitations were sent with. */
const withInvite = async ({ database }: Platform, caregivers: readonly GrantRow[]) => {
  const invited = caregivers.filter(({ state }) => state === 'invited').map(({ caregiver_id }) => caregiver_id)
  const open = await openInvites(database, 'caregiver_id', invited)
  return caregivers.map((caregiver) => {
    const { expired, failure } = open.get(caregiver.caregiver_id) ?? { expired: true, failure: null }
    const invite_held = failure === heldReason
    return {
      ...caregiver,
      invite_failed: failure !== null && !invite_held,
      invite_held,
      // A link that is long over was deleted.
      invite_expired: caregiver.state === 'invited' && expired,
    }
  })
}

const end = async (platform: Platform, db: Db, { user, audit }: Of, caregiver: string, by: EndedBy) => {
  const grant = { project: user.project, caregiver }
  audit.object = caregiver
  if (await endGrant(db, grant, by)) await mailCaregiverEnded(platform, db, grant, by)
  return { message: 'This person can no longer act for the patient.' }
}

/** Who acts for a patient: the patient decides, or an admin for a patient without an account. */
export const caregiverRoutes = (platform: Platform): Route[] => [
  on(listMyCaregivers, async ({ db, user, commitWithNext }) => {
    commitWithNext()
    const caregivers = await caregiversOf(db, { project: user.project, patient: user.person })
    return { caregivers: await withInvite(platform, caregivers) }
  }),
  on(inviteMyCaregiver, (context) => invite(platform, context, context.user.person, context.body)),
  onRecord(
    changeMyCaregiver,
    ({ db, user, params }) => refuseUnknown(db, { project: user.project, patient: user.person }, params.caregiver_id),
    async ({ db, user, audit, params, body: { from, ...wanted } }) => {
      audit.object = params.caregiver_id
      audit.detail = await changeGrant(db, { project: user.project, caregiver: params.caregiver_id }, wanted, from)
      return { message: 'Saved.' }
    },
  ),
  onRecord(
    endMyCaregiver,
    ({ db, user, params }) => refuseUnknown(db, { project: user.project, patient: user.person }, params.caregiver_id),
    (context) => end(platform, context.db, context, context.params.caregiver_id, 'patient'),
  ),

  onRecord(listCaregivers, patientOfPath, async ({ db, user, located: { patient } }) => ({
    caregivers: await withInvite(platform, await caregiversOf(db, { project: user.project, patient })),
    has_account: await hasAccount(db, { project: user.project, patient }),
  })),
  onRecord(inviteCaregiver, patientOfPath, (context) =>
    invite(platform, context, context.located.patient, context.body),
  ),
  onRecord(
    endCaregiver,
    async (context) => {
      const { patient } = await patientOfPath(context)
      await refuseUnknown(context.db, { project: context.user.project, patient }, context.params.caregiver_id)
    },
    (context) => end(platform, context.db, context, context.params.caregiver_id, 'clinic'),
  ),
  ...actingRoutes(platform),
]
