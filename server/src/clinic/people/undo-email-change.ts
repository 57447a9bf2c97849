import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { wordsIn } from '../../platform/language/words.ts'
import { emailKey } from '../records/email-key.ts'
import { endRecoveryOf } from './account-recovery/end-recovery.ts'
import type { Sender } from './account-recovery/mails.ts'
import { openRecovery } from './account-recovery/recoveries.ts'
import { deleteChange } from './email-change.ts'
import { addressBackMail, addressHeldMail } from './email-change-mails.ts'
import { endGrantsSince } from './end-grants-since.ts'
import { endTakeover } from './end-takeover.ts'
import { recentDays } from './factors/recent.ts'
import { dropLinks, noteLinkUse } from './mailed-links.ts'
import { membershipsOf } from './memberships.ts'
import { blockAddress, dropUnproven, setProvenAddress } from './proven-address.ts'
import { addressTakenError, isRecordAddressTaken, setRecordAddress } from './record-address.ts'

type Change = {
  token_hash: Buffer
  patient_id: string | null
  provider_id: string | null
  old_email: string
  moved_login: boolean
  used_at: string
}
/** Recent changes of a login's records, the first one first; also of records deleted, or passed on, since. */
const changesOf = async (db: Db, login: string) => {
  const { rows } = await sql<Change>`
    select token_hash, patient_id, provider_id, old_email, moved_login, used_at from email_changes c
     where used_at > now() - make_interval(days => ${recentDays}) and stopped_at is null and old_email is not null
       and coalesce(login_id, (select login_id from patients p where p.patient_id = c.patient_id),
                    (select login_id from providers v where v.provider_id = c.provider_id)) = ${login}
     order by used_at`.execute(db)
  return rows
}

/** Addresses that can restore the login: someone who knew the password may have moved it away from them. */
export const addressesLeft = async (db: Db, login: string) =>
  (await changesOf(db, login)).flatMap(({ moved_login, old_email }) => (moved_login ? [old_email] : []))

/** The change by which the login left an address, or the one given. */
type First = { left: string } | { token_hash: Buffer }
const isFirst = (first: First) => (change: Change) =>
  'left' in first
    ? change.moved_login && emailKey(change.old_email) === emailKey(first.left)
    : change.token_hash.equals(first.token_hash)

/** From that one on, the newest first; empty if it was not recent. */
const changesSince = async (db: Db, login: string, first: First) => {
  const changes = await changesOf(db, login)
  const at = changes.findIndex(isFirst(first))
  return at < 0 ? [] : changes.slice(at).toReversed()
}

const stopChange = (db: Db, { token_hash }: Pick<Change, 'token_hash'>) =>
  db.updateTable('email_changes').set({ stopped_at: sql<string>`now()` }).where('token_hash', '=', token_hash).execute()

/** Former addresses can no longer restore the login. */
export const stopEmailChanges = async (db: Db, login: string) => {
  for (const change of await changesOf(db, login)) await stopChange(db, change)
}

/** A record that has since got another login keeps that one's choice. */
const isOf = async (db: Db, login: string, { patient_id, provider_id }: Change) => {
  const { rows } = await sql`
    select from patients where patient_id = ${patient_id} and login_id = ${login}
    union all select from providers where provider_id = ${provider_id} and login_id = ${login}`.execute(db)
  return rows.length > 0
}

/**
 * `held`: another account has the old address, so nobody signs in with one; `record`: another record has it, so this one keeps the new one.
 */
export type Undone = 'back' | 'held' | 'record'

/** To the login's address before all changes: if somebody else has proven it since, the user who moved it still loses theirs. */
const moveLoginBack = async (db: Db, login: string, email: string) => {
  const other = await dropUnproven(db, email)
  const isFree = other === undefined || other === login
  await (isFree ? setProvenAddress(db, login, email) : blockAddress(db, login))
  return isFree
}

const moveRecordBack = async (db: Db, login: string, change: Change) => {
  const { patient_id, provider_id, old_email } = change
  await deleteChange(
    db,
    patient_id ? { table: 'patients', id: patient_id } : { table: 'providers', id: provider_id ?? '' },
  )
  if (!(await isOf(db, login, change))) return true
  if (await isRecordAddressTaken(db, change, old_email)) return false
  await setRecordAddress(db, { patient_id, provider_id }, old_email)
  return true
}

/** `changes`: the newest first. Nobody wants the ones in between, and their author may have given one to another account of theirs. */
const moveBack = async (db: Db, login: string, changes: Change[]): Promise<Undone> => {
  const left = changes.findLast(({ moved_login }) => moved_login)
  const isFree = !left || (await moveLoginBack(db, login, left.old_email))
  const firsts = new Map(changes.map((change) => [change.patient_id ?? change.provider_id, change]))
  let areBack = true
  for (const first of firsts.values()) areBack = (await moveRecordBack(db, login, first)) && areBack
  for (const change of changes) await stopChange(db, change)
  // The mailboxes in between get no further mail.
  const emails = changes.map(({ old_email }) => old_email)
  await db.deleteFrom('former_addresses').where('login_id', '=', login).where('email', 'in', emails).execute()
  if (!isFree) return 'held'
  return areBack ? 'back' : 'record'
}

/** `suspectSince`: when the factor was added whose link also undoes the change. */
type Undoing = { login: string; first: First; request: string; suspectSince?: string }
/**
 * Someone who knew the password may have moved the account to their own mailbox.
 * For some days the old mailbox can undo that, and all moves since; a link mailed to an address in between no longer works.
 * Null if there is nothing to undo.
 * The caller has to end all access.
 */
export const undoEmailChanges = async (sender: Sender, db: Db, { login, first, request, suspectSince }: Undoing) => {
  // A change that is being confirmed comes before this or not at all.
  const held = await db
    .selectFrom('logins')
    .select('email')
    .where('login_id', '=', login)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const changes = await changesSince(db, login, first)
  const since = changes.at(-1)?.used_at
  if (since === undefined) return null
  const undone = await moveBack(db, login, changes).catch((error: unknown) => {
    throw addressTakenError(error)
  })
  await endGrantsSince(sender, db, { login, since, request })
  await endTakeover(sender, db, { login, request, suspectSince: [since, suspectSince] })
  await dropLinks(db, login)
  const recovery = await openRecovery(db, { login })
  if (recovery) await endRecoveryOf(sender, db, recovery, { as: 'stopped', request })
  const members = await membershipsOf(db, login)
  const action = undone === 'back' ? 'account.undo_email_change' : 'account.hold_email_change'
  await noteLinkUse(db, members, { action, request })
  const [member] = members
  if (member) {
    const to = { project: member.project, email: held.email, words: wordsIn(member.language) }
    await sender.mail.queue(db, undone === 'held' ? addressHeldMail(to) : addressBackMail(to))
  }
  return undone
}
