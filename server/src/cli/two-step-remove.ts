import { email } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { closeRecovery, noteFormerAddress } from '../clinic/people/account-recovery/recoveries.ts'
import { dropCodes } from '../clinic/people/factors/recovery.ts'
import { dropLinks } from '../clinic/people/mailed-links.ts'
import { membershipsOf } from '../clinic/people/memberships.ts'
import { dropUnproven, loginAt, setProvenAddress } from '../clinic/people/proven-address.ts'
import { stopEmailChanges } from '../clinic/people/undo-email-change.ts'
import { writeSystemAudit } from '../platform/audit/audit.ts'
import { type Database, type Db, violates } from '../platform/database/db.ts'
import { queueMail } from '../platform/mail/outbox.ts'
import { endSessionsOfLogin } from '../platform/sessions/session-family.ts'
import { CommandFailed, defineCommand } from './command.ts'
import { withDatabase } from './open-database.ts'

type Moved = { login_id: string; email: string; is_held: boolean }
/** Another address takes the place of a mailbox that is lost, too: whoever reads the old one, or knew the password, gets nowhere. */
const moveLogin = async (db: Db, { login_id, email, is_held }: Moved, address: string) => {
  await dropUnproven(db, address)
  if (!is_held) await noteFormerAddress(db, login_id, email)
  await stopEmailChanges(db, login_id)
  await setProvenAddress(db, login_id, address).catch((error: unknown) => {
    throw violates(error, 'logins_email_key_key') ? new CommandFailed(`Somebody else signs in with ${address}.`) : error
  })
  await db
    .updateTable('logins')
    .set({ password_hash: null, short_password: false })
    .where('login_id', '=', login_id)
    .execute()
  await db.deleteFrom('identities').where('login_id', '=', login_id).execute()
  await dropLinks(db, login_id)
}

/** Of whoever signs in with this address; null where nobody does. */
export const removeFactorsOf = (database: Database, address: string, newAddress?: string) =>
  database.unscoped('remove the factors of a login', async (db) => {
    const login = await loginAt(db, address)
    if (!login) return null
    const { login_id } = login
    await dropCodes(db, login_id)
    await closeRecovery(db, login_id, 'operator')
    const factors = await db.deleteFrom('login_factors').where('login_id', '=', login_id).returning('kind').execute()
    // It was enough beside a second step, and is not alone.
    const short = await db
      .updateTable('logins')
      .set({ password_hash: null, short_password: false })
      .where('login_id', '=', login_id)
      .where('short_password', '=', true)
      .executeTakeFirst()
    if (newAddress) await moveLogin(db, login, newAddress)
    const endsPassword = short.numUpdatedRows > 0n
    await endSessionsOfLogin(db, login_id)
    const projects = new Set((await membershipsOf(db, login_id)).map(({ project }) => project))
    await writeSystemAudit(db, 'two_step.remove', projects, login_id)
    const [project] = projects
    const recipients = [...(login.is_held ? [] : [login.email]), ...(newAddress ? [newAddress] : [])]
    if (project) for (const to of recipients) await queueMail(db, removedMail(project, to, endsPassword))
    return { count: factors.length, endsPassword }
  })

const removedMail = (project: string, email: string, endsPassword: boolean) => ({
  project,
  to: [email],
  subject: 'How you sign in was changed',
  body: [
    'Hello,',
    'Your second steps for signing in were removed, as you asked. If you did not ask for this, please contact us right away.',
    ...(endsPassword
      ? [
          'Your password is too short without a second step. Please choose a new one with “Forgot your password?” on the sign-in page.',
        ]
      : []),
  ].join('\n\n'),
  idempotencyKey: `two-step:${uuid()}`,
})

export const twoStepRemove = defineCommand({
  name: 'two-step remove',
  summary: 'Remove the second factors of somebody whom nobody at the clinic can confirm, and end their sessions',
  options: z.object({
    email: email('An email address, please').describe('with which they sign in'),
    address: email('An email address, please')
      .optional()
      .describe('with which they sign in from now on: the mailbox is lost, too'),
  }),
  run: async ({ email: address, address: newAddress }, context) =>
    withDatabase(context, async ({ database }) => {
      const removed = await removeFactorsOf(database, address, newAddress)
      if (!removed) throw new CommandFailed(`Nobody signs in with ${address}.`)
      context.print(`${removed.count} second factors were removed. Their sessions have ended, and they got an email.`)
      if (removed.endsPassword)
        context.print(
          'Their password was too short to stand alone: they choose a new one with “Forgot your password?”.',
        )
    }),
})
