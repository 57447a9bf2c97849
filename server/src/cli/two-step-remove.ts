import { email } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { dropCodes } from '../clinic/people/factors/recovery.ts'
import { membershipsOf } from '../clinic/people/memberships.ts'
import { emailKey } from '../clinic/records/email-key.ts'
import { writeSystemAudit } from '../platform/audit/audit.ts'
import { queueMail } from '../platform/mail/outbox.ts'
import { CommandFailed, defineCommand } from './command.ts'
import { withDatabase } from './open-database.ts'

export const twoStepRemove = defineCommand({
  name: 'two-step remove',
  summary: 'Remove the second factors of somebody who has lost all of them, and end their sessions',
  options: z.object({ email: email('An email address, please').describe('with which they sign in') }),
  run: async ({ email: address }, context) =>
    withDatabase(context, async ({ database }) => {
      const removed = await database.unscoped('remove the factors of a login', async (db) => {
        const login = await db
          .selectFrom('logins')
          .select(['login_id', 'email'])
          .where('email_key', '=', emailKey(address))
          .executeTakeFirst()
        if (!login) throw new CommandFailed(`Nobody signs in with ${address}.`)
        const { login_id } = login
        await dropCodes(db, login_id)
        const factors = await db
          .deleteFrom('login_factors')
          .where('login_id', '=', login_id)
          .returning('kind')
          .execute()
        // It was enough beside a second step, and is not alone.
        const short = await db
          .updateTable('logins')
          .set({ password_hash: null, short_password: false })
          .where('login_id', '=', login_id)
          .where('short_password', '=', true)
          .executeTakeFirst()
        const endsPassword = short.numUpdatedRows > 0n
        await db
          .updateTable('sessions')
          .set({ revoked_at: new Date().toISOString() })
          .where('login_id', '=', login_id)
          .where('revoked_at', 'is', null)
          .execute()
        const members = await membershipsOf(db, login_id)
        const projects = new Set(members.map(({ project }) => project))
        await writeSystemAudit(db, 'two_step.remove', projects, login_id)
        const [project] = projects
        if (project)
          await queueMail(db, {
            project,
            to: [login.email],
            subject: 'How you sign in was changed',
            body: [
              'Hello,',
              'Your second steps for signing in were removed, as you asked. If you did not ask for this, please contact us right away.',
              ...(endsPassword
                ? [
                    'Your password is too short without a second step. Please choose a new one with “Forgot password” on the sign-in page.',
                  ]
                : []),
            ].join('\n\n'),
            idempotencyKey: `two-step:${uuid()}`,
          })
        return { count: factors.length, endsPassword }
      })
      context.print(`${removed.count} second factors were removed. Their sessions have ended, and they got an email.`)
      if (removed.endsPassword)
        context.print('Their password was too short to stand alone: they choose a new one with “Forgot password”.')
    }),
})
