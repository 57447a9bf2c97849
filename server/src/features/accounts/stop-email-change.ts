import { checkEmailChange, type stopOperatorEmailChange, type stopPatientEmailChange } from '@fornix/contract'
import { sql } from 'kysely'
import { cancelEmailChangeOf } from '../../clinic/people/email-change.ts'
import { memberOfRecord } from '../../clinic/people/memberships.ts'
import { badRequest } from '../../platform/base/errors.ts'
import { onOpen } from '../../platform/calls/route.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'
import { findChange, loginOf } from './confirm-email.ts'

/** What the page of the confirming link has to ask its reader for, before it sends anything. */
export const checkChange = onOpen(checkEmailChange, {
  handle: async ({ db, body, user }) => {
    const change = await findChange(db, body.change_token).executeTakeFirst()
    // A link that does not work says why when it is used.
    if (!change || change.used_at || change.stopped_at || !change.in_time)
      return { email: '', asks: 'nothing' as const }
    const login = (await loginOf(db, change))?.login_id
    if (!login || user?.login !== login) return { email: change.email, asks: 'proof' as const }
    return { email: change.email, asks: change.proposed_by ? ('consent' as const) : ('nothing' as const) }
  },
})

/** The link in the mail to the old address ends a change; it needs no sign-in, and takes nothing but the change away. */
export const stopEmailChange = (call: typeof stopPatientEmailChange | typeof stopOperatorEmailChange) =>
  onOpen(call, {
    handle: async ({ db, params, audit }) => {
      const byLink = db.selectFrom('email_changes').where('stop_hash', '=', hashSecret(params.token))
      const change = await byLink
        .select(['patient_id', 'provider_id', 'used_at', 'stopped_at'])
        .where(call.path.startsWith('/patient/') ? 'patient_id' : 'provider_id', 'is not', null)
        .forUpdate()
        .executeTakeFirst()
      if (!change) throw badRequest('This link is not valid any more. Nothing has been changed by it.', 'link_unknown')
      if (change.used_at)
        throw badRequest(
          'The new address has been confirmed already. If that was not you, please write to us at once.',
          'link_used',
        )
      if (change.stopped_at) return { message: 'The change is stopped already. Your address stays.', already: true }
      await db
        .updateTable('email_changes')
        .set({ stopped_at: sql<string>`now()` })
        .where('stop_hash', '=', hashSecret(params.token))
        .execute()
      const { patient_id, provider_id } = change
      await cancelEmailChangeOf(
        db,
        patient_id ? { table: 'patients', id: patient_id } : { table: 'providers', id: provider_id ?? '' },
      )
      const member = await memberOfRecord(db, change)
      const actor = member?.patient ?? member?.provider ?? undefined
      Object.assign(audit, {
        project: member?.project,
        patient: member?.patient,
        actor,
        role: member?.role,
        object: actor,
      })
      return { message: 'The change is stopped. We will keep using this email address.', already: false }
    },
  })
