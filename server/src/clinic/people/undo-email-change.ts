import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { wordsIn } from '../../platform/language/words.ts'
import { emailKey } from '../records/email-key.ts'
import { endRecoveryOf } from './account-recovery/end-recovery.ts'
import type { Sender } from './account-recovery/mails.ts'
import { openRecovery } from './account-recovery/recoveries.ts'
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
}
/** What was made lately at the records of a login, the first one first. */
const changesOf = async (db: Db, login: string) => {
  const { rows } = await sql<Change>`
    select token_hash, patient_id, provider_id, old_email, moved_login from email_changes
     where used_at > now() - make_interval(days => ${youngDays}) and stopped_at is null and old_email is not null
       and (patient_id in (select patient_id from patients where login_id = ${login} and deleted_at is null)
            or provider_id in (select provider_id from providers where login_id = ${login} and deleted_at is null))
     order by used_at`.execute(db)
  return rows
}

/** Addresses that bring the login back: whoever knew the password may have moved it away from them. */
export const addressesLeft = async (db: Db, login: string) =>
  (await changesOf(db, login)).flatMap(({ moved_login, old_email }) => (moved_login ? [old_email] : []))

/** From the one on by which the login left this address, the newest first; none where it did not leave it lately. */
const changesSince = async (db: Db, login: string, left: string) => {
  const changes = await changesOf(db, login)
  const first = changes.findIndex(({ moved_login, old_email }) => moved_login && emailKey(old_email) === emailKey(left))
  return first < 0 ? [] : changes.slice(first).toReversed()
}

const settle = (db: Db, { token_hash }: Pick<Change, 'token_hash'>) =>
  db.updateTable('email_changes').set({ stopped_at: sql<string>`now()` }).where('token_hash', '=', token_hash).execute()

/** No address that was left brings the login back any more. */
export const settleEmailChanges = async (db: Db, login: string) => {
  for (const change of await changesOf(db, login)) await settle(db, change)
}

const undo = async (db: Db, login: string, change: Change) => {
  const { patient_id, provider_id, old_email, moved_login } = change
  await dropUnproven(db, old_email)
  const owner = patient_id
    ? { table: 'patients' as const, id: patient_id }
    : { table: 'providers' as const, id: provider_id ?? '' }
  await forgetChange(db, owner)
  await setRecordAddress(db, { patient_id, provider_id }, old_email)
  if (moved_login) await setProvenAddress(db, login, old_email)
  await settle(db, change)
  // Whose mailbox it was in between is told nothing more.
  await db.deleteFrom('former_addresses').where('login_id', '=', login).where('email', '=', old_email).execute()
}

type Left = { login: string; email: string; request: string }
/**
 * Whoever knew the password may have moved the account to a mailbox of their own. For some days the old mailbox takes it back, and all
 * that moved since; a link that was mailed to an address in between opens nothing any more. False where there is nothing to take back.
 * It is for the caller to end all access.
 */
export const undoEmailChanges = async (sender: Sender, db: Db, { login, email, request }: Left) => {
  // A change that is being confirmed comes before this or not at all.
  const held = await db
    .selectFrom('logins')
    .select('email')
    .where('login_id', '=', login)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const changes = await changesSince(db, login, email)
  if (changes.length === 0) return false
  try {
    for (const change of changes) await undo(db, login, change)
  } catch (error) {
    throw addressTakenError(error)
  }
  await db.deleteFrom('mailed_tokens').where('login_id', '=', login).where('used_at', 'is', null).execute()
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
