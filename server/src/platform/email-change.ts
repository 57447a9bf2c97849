import { emailChangeHours } from '@fornix/contract'
import type { Db } from './db.ts'
import { emailKey } from './email-key.ts'
import { invitePatient, inviteProvider, withdrawInvites } from './invitations.ts'
import type { Platform } from './platform.ts'
import { hashSecret, newSecret } from './tokens.ts'

type Sender = Pick<Platform, 'config' | 'mail'>
/** Whose record changes; `table` says where it is. */
export type Owner = { project: string; table: 'patients' | 'providers'; id: string }
type Columns = { pending_email: string } | { email: string; email_key: string; pending_email: string }

/**
 * What an edit of an e-mail address writes. The new address waits until it is confirmed from there, so that nobody takes over
 * or locks out an account by an edit; the old one is told. A record that nobody has signed up for has nobody to lock out: its
 * address changes at once, and an open invitation goes there instead.
 */
export const changedEmail = async (sender: Sender, db: Db, owner: Owner, wanted: string): Promise<Columns> => {
  const { project, table, id } = owner
  const column = table === 'patients' ? 'patient_id' : 'provider_id'
  const record = await readOwner(db, owner)
  await db.deleteFrom('email_changes').where(column, '=', id).where('used_at', 'is', null).execute()
  if (emailKey(wanted) === emailKey(record.email)) return { pending_email: '' }
  const name = `${record.first_name} ${record.last_name}`
  if (!record.login_id) {
    const to = { project, name, email: wanted }
    if (await withdrawInvites(db, column, id)) {
      if ('role' in record) await inviteProvider(sender, db, { ...to, provider: id, role: record.role as never })
      else await invitePatient(sender, db, { ...to, patient: id })
    }
    return { email: wanted, email_key: emailKey(wanted), pending_email: '' }
  }
  await askToConfirm(sender, db, owner, { name, old: record.email, wanted })
  return { pending_email: wanted }
}

const readOwner = async (db: Db, { table, id }: Owner) =>
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
        .executeTakeFirstOrThrow()

type Change = { name: string; old: string; wanted: string }
const askToConfirm = async (
  { config, mail }: Sender,
  db: Db,
  { project, table, id }: Owner,
  { name, old, wanted }: Change,
) => {
  const secret = newSecret()
  const isPatient = table === 'patients'
  await db
    .insertInto('email_changes')
    .values({
      project_id: project,
      token_hash: hashSecret(secret),
      ...(isPatient ? { patient_id: id } : { provider_id: id }),
      email: wanted,
      expires_at: new Date(Date.now() + emailChangeHours * 3_600_000).toISOString(),
    })
    .execute()
  const hello = `Hello ${name},`
  await mail.queue(db, {
    project,
    to: [wanted],
    subject: 'Please confirm your new e-mail address',
    body: [
      hello,
      'your account is to use this e-mail address from now on. Please confirm that it is yours:',
      `${config.publicUrl}/${isPatient ? 'patient' : 'operator'}/confirm-email/${secret}`,
      `The link works once, within ${emailChangeHours} hours. Until then the old address stays. You will be signed out everywhere else.`,
      'If you did not ask for this, you can ignore this mail.',
    ].join('\n\n'),
    idempotencyKey: `new-email:${secret.slice(0, 16)}`,
  })
  await mail.queue(db, {
    project,
    to: [old],
    subject: 'Your e-mail address is about to change',
    body: [
      hello,
      'somebody, probably you or the staff on your behalf, asked to change the e-mail address of your account. It changes once the new address is confirmed.',
      `If you did not ask for this, stop it here, and change your password: ${config.publicUrl}/account`,
    ].join('\n\n'),
    idempotencyKey: `old-email:${secret.slice(0, 16)}`,
  })
}
