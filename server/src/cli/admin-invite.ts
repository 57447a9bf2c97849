import { email, personName, resetMinutes } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { newLink } from '../clinic/people/mailed-links.ts'
import { addProvenLogin, dropUnproven } from '../clinic/people/proven-address.ts'
import { emailKey } from '../clinic/records/email-key.ts'
import { addProvider } from '../clinic/records/provider-record.ts'
import { writeSystemAudit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { CommandFailed, defineCommand } from './command.ts'
import { projectBySlug, withDatabase } from './open-database.ts'

type Person = { project_id: string; email: string; first_name: string; last_name: string }

/**
 * The login of an address: a person who works in another project already keeps the one they have. What somebody has registered with
 * the address ends: who has the shell says whose it is.
 */
const loginOf = async (db: Db, email: string) => {
  const existing = await dropUnproven(db, email)
  if (existing) return { login_id: existing, email }
  const login = { login_id: uuid(), email }
  await addProvenLogin(db, { ...login, password_hash: null })
  return login
}

/** Asking again for the same person only makes a fresh link. */
const superAdminOf = async (db: Db, person: Person, login_id: string) => {
  const existing = await db
    .selectFrom('providers')
    .select(['provider_id', 'role'])
    .where('project_id', '=', person.project_id)
    .where('email_key', '=', emailKey(person.email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (existing && existing.role !== 'SuperAdmin')
    throw new CommandFailed(`${person.email} is ${existing.role} in this project already. Nothing has been changed.`)
  return existing ?? addProvider(db, { ...person, login_id, role: 'SuperAdmin', register_status: 'Registered' })
}

export const adminInvite = defineCommand({
  name: 'admin invite',
  summary: 'Make a SuperAdmin and print a link with which they set their password',
  options: z.object({
    project: z.string().describe('the slug of the project'),
    email: email('An email address, please').describe('their address, with which they sign in at /adminPage'),
    'first-name': personName('A first name, please').describe('their first name'),
    'last-name': personName('A last name, please').describe('their last name'),
  }),
  run: async ({ project: slug, email, 'first-name': first_name, 'last-name': last_name }, context) =>
    withDatabase(context, async ({ database, config }) => {
      const { project_id, name } = await projectBySlug(database, slug)
      const secret = await database.unscoped('make a SuperAdmin', async (db) => {
        const login = await loginOf(db, email)
        const { provider_id } = await superAdminOf(db, { project_id, email, first_name, last_name }, login.login_id)
        await writeSystemAudit(db, 'admin.invite', [project_id], provider_id)
        return newLink(db, 'reset_password', login)
      })
      context.print(`${first_name} ${last_name} is SuperAdmin of ${name}.`)
      context.print(`Within ${resetMinutes} minutes, and once, this link sets the password; give it to nobody else:`)
      context.print(`${config.publicUrl}/operator/change-password/${secret}`)
    }),
})
