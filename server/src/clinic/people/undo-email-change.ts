import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { wordsIn } from '../../platform/language/words.ts'
import { emailKey } from '../records/email-key.ts'
import { endRecoveryOf } from './account-recovery/end-recovery.ts'
import type { Sender } from './account-recovery/mails.ts'
import { openRecovery } from './account-recovery/recoveries.ts'
import { endGrantsSince } from './caregivers-let-in.ts'
import { forgetChange } from './email-change.ts'
import { addressBackMail } from './email-change-mails.ts'
import { youngDays } from './factors/recent.ts'
import { noteLinkUse } from './mailed-links.ts'
import { membershipsOf } from './memberships.ts'
import { dropUnproven, setProvenAddress } from './proven-address.ts'
import { addressTakenError, setRecordAddress } from './record-address.ts'

type Change = {
  token_hash: Buffer
  patient_id: string | null
  provider_id: string | null
  old_email: string
  moved_login: boolean
  used_at: string
}
/** What was made lately at the records of a login, the first one first; also at those that were deleted, or handed on, since. */
const changesOf = async (db: Db, login: string) => {
  const { rows } = await sql<Change>`
    select token_hash, patient_id, provider_id, old_email, moved_login, used_at from email_changes c
     where used_at > now() - make_interval(days => ${youngDays}) and stopped_at is null and old_email is not null
       and coalesce(login_id, (select login_id from patients p where p.patient_id = c.patient_id),
                    (select login_id from providers v where v.provider_id = c.provider_id)) = ${login}
     order by used_at`.execute(db)
  return rows
}

/** Addresses that bring the login back: whoever knew the password may have moved it away from them. */
export const addressesLeft = async (db: Db, login: string) =>
  (await changesOf(db, login)).flatMap(({ moved_login, old_email }) => (moved_login ? [old_email] : []))

/** The change by which the login left an address, or the one that is named. */
type First = { left: string } | { token_hash: Buffer }
const isFirst = (first: First) => (change: Change) =>
  'left' in first
    ? change.moved_login && emailKey(change.old_email) === emailKey(first.left)
    : change.token_hash.equals(first.token_hash)

/** From that one on, the newest first; none where it was not made lately. */
const changesSince = async (db: Db, login: string, first: First) => {
  const changes = await changesOf(db, login)
  const at = changes.findIndex(isFirst(first))
  return at < 0 ? [] : changes.slice(at).toReversed()
}

const settle = (db: Db, { token_hash }: Pick<Change, 'token_hash'>) =>
  db.updateTable('email_changes').set({ stopped_at: sql<string>`now()` }).where('token_hash', '=', token_hash).execute()

/** No address that was left brings the login back any more. */
export const settleEmailChanges = async (db: Db, login: string) => {
  for (const change of await changesOf(db, login)) await settle(db, change)
}

/** A record that has got another login since keeps what that has chosen. */
const isOf = async (db: Db, login: string, { patient_id, provider_id }: Change) => {
  const { rows } = await sql`
    select from patients where patient_id = ${patient_id} and login_id = ${login}
    union all select from providers where provider_id = ${provider_id} and login_id = ${login}`.execute(db)
  return rows.length > 0
}

const undo = async (db: Db, login: string, change: Change) => {
  const { patient_id, provider_id, old_email, moved_login } = change
  await dropUnproven(db, old_email)
  const owner = patient_id
    ? { table: 'patients' as const, id: patient_id }
    : { table: 'providers' as const, id: provider_id ?? '' }
  await forgetChange(db, owner)
  if (await isOf(db, login, change)) await setRecordAddress(db, { patient_id, provider_id }, old_email)
  if (moved_login) await setProvenAddress(db, login, old_email)
  await settle(db, change)
  // Whose mailbox it was in between is told nothing more.
  await db.deleteFrom('former_addresses').where('login_id', '=', login).where('email', '=', old_email).execute()
}

type Undoing = { login: string; first: First; request: string }
/**
 * Whoever knew the password may have moved the account to a mailbox of their own. For some days the old mailbox takes it back, and all
 * that moved since; a link that was mailed to an address in between opens nothing any more. False where there is nothing to take back.
 * It is for the caller to end all access.
 */
export const undoEmailChanges = async (sender: Sender, db: Db, { login, first, request }: Undoing) => {
  // A change that is being confirmed comes before this or not at all.
  const held = await db
    .selectFrom('logins')
    .select('email')
    .where('login_id', '=', login)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const changes = await changesSince(db, login, first)
  const since = changes.at(-1)?.used_at
  if (since === undefined) return false
  try {
    for (const change of changes) await undo(db, login, change)
  } catch (error) {
    throw addressTakenError(error)
  }
  await db.deleteFrom('mailed_tokens').where('login_id', '=', login).where('used_at', 'is', null).execute()
  await endGrantsSince(sender, db, { login, since, request })
  const recovery = await openRecovery(db, { login })
  if (recovery) await endRecoveryOf(sender, db, recovery, { as: 'stopped', request })
  const members = await membershipsOf(db, login)
  await noteLinkUse(db, members, { action: 'account.undo_email_change', request })
  const [member] = members
  if (member) {
    const to = { project: member.project, email: held.email, words: wordsIn(member.language) }
    await sender.mail.queue(db, addressBackMail(to))
  }
  return true
}
