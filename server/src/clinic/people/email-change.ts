import { emailChangeHours, hourMs, type Role } from '@fornix/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import { invalidFieldsError } from '../../platform/base/errors.ts'
import type { RateLimits } from '../../platform/calls/rate-limits.ts'
import type { Db } from '../../platform/database/db.ts'
import { withdrawMails } from '../../platform/mail/outbox.ts'
import type { MailSender } from '../../platform/mail/sender.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { hashSecret, newSecret } from '../../platform/sessions/tokens.ts'
import type { Config } from '../../platform/settings/config.ts'
import { emailKey } from '../records/email-key.ts'
import { wordsFor } from '../records/patient-language.ts'
import { addressCorrectedMail, changeMailKeys, emailChangeMails } from './email-change-mails.ts'
import {
  invitePatient,
  inviteProvider,
  isBlockedForPatients,
  limitInvitations,
  withdrawInvites,
} from './invitations.ts'

type Sender = { config: Config; mail: MailSender; rateLimits: RateLimits }
/** Whose record changes; `table` says where it is. */
export type Owner = { project: string; table: 'patients' | 'providers'; id: string }
/** Who edits, in which request. */
export type Editor = { user: Caller; request: string }
type Columns = { pending_email: string } | { email: string; email_key: string; pending_email: string }

const columnOf = ({ table }: Pick<Owner, 'table'>) => (table === 'patients' ? 'patient_id' : 'provider_id')

/**
 * What an edit of an email address writes.
 * The new address waits until it is confirmed from there, so that an edit cannot take over an account or lock its owner out.
 * The old address is notified.
 * Somebody else's edit is a proposal: see `email_changes.proposed_by`.
 * A record without a login has nobody to lock out: its address changes at once, and an open invitation goes there instead.
 */
export const changedEmail = async (
  sender: Sender,
  db: Db,
  owner: Owner,
  wanted: string,
  editor: Editor,
): Promise<Columns> => {
  const { user } = editor
  const record = await readOwner(db, owner)
  const isTakenBack = emailKey(wanted) === emailKey(record.email)
  await (isTakenBack || !record.login_id ? deleteChange(db, owner) : replaceChange(db, owner))
  if (isTakenBack) return { pending_email: '' }
  if (!record.login_id) return correctAddress(sender, db, owner, { record, wanted, editor })
  const proposer = user.person === owner.id ? null : user
  await askToConfirm(sender, db, owner, { old: record.email, wanted, proposer: proposer?.person ?? null })
  if (proposer) await noteEdit(db, owner, editor, 'propose_email')
  return { pending_email: wanted }
}

const blockedDomain = () =>
  invalidFieldsError({
    email: 'This project does not invite patients at this email domain. Please use another address.',
  })

/** For a record without a login. The previous mailbox is notified, because the editor may have redirected the invitation to themselves. */
const correctAddress = async (
  sender: Sender,
  db: Db,
  owner: Owner,
  { record, wanted, editor }: { record: OwnerRow; wanted: string; editor: Editor },
): Promise<Columns> => {
  const { project, id, table } = owner
  const to = { project, name: `${record.first_name} ${record.last_name}`, email: wanted }
  const wasInvited = await withdrawInvites(db, columnOf(owner), id)
  if (wasInvited) {
    if (table === 'patients' && (await isBlockedForPatients(db, project, wanted))) throw blockedDomain()
    await limitInvitations(sender, project, wanted)
    if (record.role) await inviteProvider(sender, db, { ...to, provider: id, role: record.role })
    else await invitePatient(sender, db, { ...to, patient: id })
  }
  const words = await wordsFor(db, { project, patient: table === 'patients' ? id : null })
  await sender.mail.queue(db, addressCorrectedMail({ project, email: record.email, words }, wasInvited))
  await noteEdit(db, owner, editor, 'correct_email')
  return { email: wanted, email_key: emailKey(wanted), pending_email: '' }
}

const noteEdit = (db: Db, owner: Owner, { user, request }: Editor, what: 'propose_email' | 'correct_email') =>
  writeAudit(db, {
    project: owner.project,
    actor: user.person,
    role: user.role,
    action: owner.table === 'patients' ? `patient.${what}` : `provider.${what}`,
    patient: owner.table === 'patients' ? owner.id : null,
    object: owner.id,
    request,
  })

/** What waits to be sent with links that no longer work. */
export const withdrawChangeMails = (db: Db, changes: { token_hash: Buffer }[]) =>
  withdrawMails(db, {
    idempotencyKeys: changes.flatMap(({ token_hash }) => changeMailKeys(token_hash)),
    reason: 'The email address change was stopped or replaced.',
  })

/** The links of an abandoned change stop working. */
export const deleteChange = async (db: Db, owner: Pick<Owner, 'table' | 'id'>) => {
  const forgotten = await db
    .deleteFrom('email_changes')
    .where(columnOf(owner), '=', owner.id)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute()
  await withdrawChangeMails(db, forgotten)
}

/**
 * The links of a change that is requested again refer to the newer ones; to a program of the previous version they have expired, or are
 * unknown.
 */
const replaceChange = async (db: Db, owner: Owner) => {
  const replaced = await db
    .updateTable('email_changes')
    .set({
      replaced_at: sql<string>`now()`,
      expires_at: sql<string>`least(expires_at, now())`,
      replaced_stop_hash: sql<Buffer>`stop_hash`,
      stop_hash: null,
    })
    .where(columnOf(owner), '=', owner.id)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .returning('token_hash')
    .execute()
  await withdrawChangeMails(db, replaced)
}

/** The record keeps its address. An editor at this moment gets a conflict, as with any other change. */
export const cancelEmailChangeOf = (db: Db, { table, id }: Pick<Owner, 'table' | 'id'>) => {
  const columns = { pending_email: '', version: sql<number>`version + 1` }
  return table === 'patients'
    ? db.updateTable('patients').set(columns).where('patient_id', '=', id).where('pending_email', '!=', '').execute()
    : db.updateTable('providers').set(columns).where('provider_id', '=', id).where('pending_email', '!=', '').execute()
}

type OwnerRow = { login_id: string | null; email: string; first_name: string; last_name: string; role?: Role }
const readOwner = async (db: Db, { table, id }: Owner): Promise<OwnerRow> =>
  table === 'patients'
    ? db
        .selectFrom('patients')
        .select(['login_id', 'email', 'first_name', 'last_name'])
        .where('patient_id', '=', id)
        .executeTakeFirstOrThrow()
    : db
        .selectFrom('providers')
        .select(['login_id', 'email', 'first_name', 'last_name', 'role'])
        .where('provider_id', '=', id)
        .$narrowType<{ role: Role }>()
        .executeTakeFirstOrThrow()

type Change = { old: string; wanted: string; proposer: string | null }
const askToConfirm = async ({ config, mail }: Sender, db: Db, owner: Owner, { old, wanted, proposer }: Change) => {
  const { project, table, id } = owner
  const [confirm, stop] = [newSecret(), newSecret()]
  await db
    .insertInto('email_changes')
    .values({
      project_id: project,
      token_hash: hashSecret(confirm),
      stop_hash: hashSecret(stop),
      ...(table === 'patients' ? { patient_id: id } : { provider_id: id }),
      email: wanted,
      proposed_by: proposer,
      expires_at: new Date(Date.now() + emailChangeHours * hourMs).toISOString(),
    })
    .execute()
  const site = `${config.publicUrl}/${table === 'patients' ? 'patient' : 'operator'}`
  const words = await wordsFor(db, { project, patient: table === 'patients' ? id : null })
  const mails = emailChangeMails(site, { project, old, wanted, confirm, stop, isProposed: proposer !== null, words })
  for (const one of mails) await mail.queue(db, one)
}
