import { pageAddresses, undoFactor } from '@fornix/contract'
import { sql } from 'kysely'
import { hasFactor, methodsOf } from '../../clinic/people/factors/methods.ts'
import { dropCodes } from '../../clinic/people/factors/recovery.ts'
import { consumeLink, newLink } from '../../clinic/people/mailed-links.ts'
import { actorOfMember, membershipsOf } from '../../clinic/people/memberships.ts'
import { badRequest } from '../../platform/base/errors.ts'
import { onOpen } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Platform } from '../../platform.ts'
import { emailOf } from './own-login.ts'

const problems = {
  used: 'This link has already been used. The second step was removed.',
  expired: 'This link has expired. Please call us if you did not add this second step.',
  unknown: 'This link is not valid. Please use the link in the email as it is.',
}

/** For the mail about a new factor: takes it away again, without a sign-in. */
export const undoLink = async ({ config }: Pick<Platform, 'config'>, db: Db, login_id: string, factor_id: string) => {
  const secret = await newLink(db, 'undo_factor', { login_id, email: await emailOf(db, login_id), factor_id })
  return `${config.publicUrl}${pageAddresses.undoFactor(secret)}`
}

/** Removes a factor, and the recovery codes that were made with it or since. */
const dropFactor = async (db: Db, login: string, factor: string | null) => {
  await db.deleteFrom('login_factors').where('login_id', '=', login).where('factor_id', '=', factor).execute()
  if (!hasFactor(await methodsOf(db, login))) return dropCodes(db, login)
  // The link was made in the transaction that kept the factor.
  await sql`delete from recovery_codes where login_id = ${login} and created_at >=
    (select created_at from mailed_tokens where purpose = 'undo_factor' and factor_id = ${factor})`.execute(db)
}

/** Whoever added the factor knew the password, so it opens nothing any more. Answers the secret for choosing a new one. */
const endAccess = async (db: Db, login: string) => {
  const { email, password_hash } = await db
    .selectFrom('logins')
    .select(['email', 'password_hash'])
    .where('login_id', '=', login)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await db.updateTable('logins').set({ password_hash: null }).where('login_id', '=', login).execute()
  await db
    .updateTable('sessions')
    .set({ revoked_at: new Date().toISOString() })
    .where('login_id', '=', login)
    .where('revoked_at', 'is', null)
    .execute()
  await db.deleteFrom('known_devices').where('login_id', '=', login).execute()
  return password_hash === null ? '' : newLink(db, 'reset_password', { login_id: login, email })
}

/** The link of whoever reads the mailbox, which also resets the password: it opens nothing, and takes away what was just added. */
export const undoRoute = () =>
  onOpen(undoFactor, {
    handle: async ({ db, body, audit }) => {
      const link = await consumeLink(db, 'undo_factor', body.undo_token)
      if (link.state !== 'good') throw badRequest(problems[link.state], `link_${link.state}`)
      const { login_id, factor_id } = link
      const reset_token = await endAccess(db, login_id)
      await dropFactor(db, login_id, factor_id)
      const [member] = await membershipsOf(db, login_id)
      if (member)
        Object.assign(audit, {
          project: member.project,
          role: member.role,
          actor: actorOfMember(member),
          patient: member.caregiver ? null : member.patient,
        })
      return {
        message: 'The second step was removed, and every device was signed out.',
        area: member?.audience === 'patient' ? ('patient' as const) : ('operator' as const),
        reset_token,
      }
    },
  })
