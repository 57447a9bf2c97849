import { checkEmailChange, type stopOperatorEmailChange, type stopPatientEmailChange } from '@fornix/contract'
import { type Selectable, sql } from 'kysely'
import type { Sender } from '../../clinic/people/account-recovery/mails.ts'
import { cancelEmailChangeOf, withdrawChangeMails } from '../../clinic/people/email-change.ts'
import { endAccess } from '../../clinic/people/end-access.ts'
import { removeRecentFactors } from '../../clinic/people/factors/recent.ts'
import { linkReplaced } from '../../clinic/people/links.ts'
import { memberOfRecord } from '../../clinic/people/memberships.ts'
import { type Undone, undoEmailChanges } from '../../clinic/people/undo-email-change.ts'
import { badRequest } from '../../platform/base/errors.ts'
import { onOpen } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EmailChanges } from '../../platform/database/tables.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'
import { findChange, loginOf, type RecordId } from './confirm-email.ts'

/** What the confirming link's page has to ask its reader for, before it sends anything. */
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

type Stop = typeof stopPatientEmailChange | typeof stopOperatorEmailChange

type Made = RecordId & Pick<Selectable<EmailChanges>, 'token_hash' | 'undo_hash' | 'login_id' | 'old_email'>

const sentences: Record<Undone, string> = {
  back: 'Your old email address was restored, and every device was signed out.',
  held: 'Every device was signed out, and the new email address no longer opens your account. But another account uses your old address now, so we could not restore it. Please contact us, so that you can sign in again.',
  record:
    'You sign in with your old email address again, and every device was signed out. But another record uses this address now, so we still write to the new one. Please contact us.',
}

/** For a change that was made: the login goes back, and nobody stays signed in. */
const undoChange = async (sender: Sender, db: Db, change: Made, link: Buffer, request: string) => {
  const { old_email, token_hash, undo_hash } = change
  const login = change.login_id ?? (await loginOf(db, change))?.login_id
  // For a change of the record alone, the link is mailed to the login's address. The record's old address proves nothing.
  const first = undo_hash?.equals(link) ? { token_hash } : { left: old_email ?? '' }
  const undone = login && old_email !== null && (await undoEmailChanges(sender, db, { login, first, request }))
  if (!login || !undone)
    throw badRequest(
      'The new address has already been confirmed. If that was not you, please write to us right away.',
      'link_used',
    )
  const had_password = await endAccess(db, login)
  const disconnected = await removeRecentFactors(db, login)
  return {
    message: sentences[undone],
    already: false,
    needs_password: undone !== 'held' && (had_password || disconnected),
    ...(undone !== 'back' && { needs_help: true }),
  }
}

/**
 * The links in the mails to the old address end a change, without a sign-in.
 * Before the change is made they only cancel it, and for some days afterwards they restore the old address.
 */
export const stopEmailChange = (sender: Sender, call: Stop) =>
  onOpen(call, {
    handle: async ({ db, params, audit, request }) => {
      const hash = hashSecret(params.token)
      const change = await db
        .selectFrom('email_changes')
        .where((or) =>
          or.or([or('stop_hash', '=', hash), or('replaced_stop_hash', '=', hash), or('undo_hash', '=', hash)]),
        )
        .select([
          'token_hash',
          'undo_hash',
          'login_id',
          'patient_id',
          'provider_id',
          'old_email',
          'used_at',
          'stopped_at',
          'replaced_at',
        ])
        .where(call.path.startsWith('/patient/') ? 'patient_id' : 'provider_id', 'is not', null)
        .forUpdate()
        .executeTakeFirst()
      if (!change) throw badRequest('This link is no longer valid. Nothing was changed.', 'link_unknown')
      if (change.replaced_at) throw linkReplaced()
      if (change.stopped_at)
        return { message: 'The change has already been stopped. Your address stays the same.', already: true }
      if (change.used_at) {
        audit.skipRow = true
        return undoChange(sender, db, change, hash, request.id)
      }
      await db
        .updateTable('email_changes')
        .set({ stopped_at: sql<string>`now()` })
        .where('token_hash', '=', change.token_hash)
        .execute()
      await withdrawChangeMails(db, [change])
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
