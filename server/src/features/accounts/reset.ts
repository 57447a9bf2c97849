import {
  completeOperatorReset,
  completePatientReset,
  resetOperatorPassword,
  resetPatientPassword,
  resetsPerEmail,
} from '@fornix/contract'
import { removeRecentFactors } from '../../clinic/people/factors/recent.ts'
import { clearFailures } from '../../clinic/people/failures.ts'
import { linkProblem } from '../../clinic/people/links.ts'
import { consumeLink, newLink, noteLinkUse, readLink } from '../../clinic/people/mailed-links.ts'
import { membershipsOf } from '../../clinic/people/memberships.ts'
import { checkNewPassword, refuseShortAlone } from '../../clinic/people/new-password.ts'
import { hashPassword } from '../../clinic/people/passwords.ts'
import { sendVerification } from '../../clinic/people/verification-mail.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { badRequest } from '../../platform/base/errors.ts'
import { isWithin } from '../../platform/calls/rate-limits.ts'
import { type AuditNote, onOpen, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { wordsIn } from '../../platform/language/words.ts'
import { endSessionsOfLogin } from '../../platform/sessions/session-family.ts'
import { patientOf } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { resetMail } from './mails.ts'

type ResetRequest = { email: string; area: 'patient' | 'operator'; audit: AuditNote; mayMail: boolean }

const complete = (platform: Platform, call: typeof completePatientReset) =>
  onOpen(call, {
    before: async ({ body, params }) => {
      const link = await platform.database.unscoped('whose password it will be', (db) =>
        readLink(db, 'reset_password', params.token),
      )
      const login = link.state === 'good' ? link.login_id : null
      const kept = await checkNewPassword(platform, body.password, { login })
      return { ...kept, password_hash: await hashPassword(body.password) }
    },
    handle: async ({ db, params, before, request, audit }) => {
      const link = await consumeLink(db, 'reset_password', params.token)
      if (link.state !== 'good') throw badRequest(linkProblem[link.state], `link_${link.state}`)
      // An unconfirmed registration is not an account, so it has no password to reset.
      const changed = await db
        .updateTable('logins')
        .set(before)
        .where('login_id', '=', link.login_id)
        .where('email_verified_at', 'is not', null)
        .returning('email_key')
        .executeTakeFirst()
      if (!changed) throw badRequest(linkProblem.unknown, 'link_unknown')
      await clearFailures(db, changed.email_key)
      await removeRecentFactors(db, link.login_id)
      await refuseShortAlone(db, link.login_id)
      await endSessionsOfLogin(db, link.login_id)
      await db.deleteFrom('known_devices').where('login_id', '=', link.login_id).execute()
      audit.skipRow = true
      await noteLinkUse(db, await membershipsOf(db, link.login_id), {
        action: 'account.reset_complete',
        request: request.id,
      })
      return { message: 'Your password has been changed. You can sign in now.' }
    },
  })

export const resetRoutes = (platform: Platform): Route[] => [
  reset(platform, resetPatientPassword, 'patient'),
  reset(platform, resetOperatorPassword, 'operator'),
  complete(platform, completePatientReset),
  complete(platform, completeOperatorReset),
]

const reset = (platform: Platform, call: typeof resetPatientPassword, area: ResetRequest['area']) =>
  onOpen(call, {
    // False once the address has had its mails for this hour. The requester is not told: it may not be the owner.
    before: ({ params }) =>
      isWithin(platform.rateLimits.spendRule('reset-email', emailKey(params.email), resetsPerEmail)),
    handle: async ({ db, params: { email }, audit, request, before: mayMail }) => {
      if (platform.config.RESET_UNIFORM) mailLater(platform, { email, area, audit: {}, mayMail }, request.id)
      else if (!(await mailLink(platform, db, { email, area, audit, mayMail })))
        throw badRequest('Email address does not exist. Please enter a valid email.', 'unknown_email')
      return { message: 'Password reset email sent successfully. Check your inbox.' }
    },
  })

/** Not waited for, so the response takes no longer for an address that exists. */
const mailLater = (platform: Platform, context: ResetRequest, request: string) =>
  void platform.database
    .unscoped('mail a reset link', async (db) => {
      if (!(await mailLink(platform, db, context))) return
      const { project, patient = null } = context.audit
      if (!project) return
      await writeAudit(db, {
        project,
        actor: null,
        role: 'visitor',
        action: 'account.reset_request',
        patient,
        request,
      })
    })
    .catch((err: Error) => platform.log.error({ err, request }, 'no reset link was mailed'))

/** False if nobody in this area has the address. */
const mailLink = async (platform: Platform, db: Db, { email, area, audit, mayMail }: ResetRequest) => {
  const login = await db
    .selectFrom('logins')
    .select(['login_id', 'email'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  const member =
    login &&
    (await membershipsOf(db, login.login_id)).find(({ audience }) => (audience === 'patient') === (area === 'patient'))
  if (!login || !member) return false
  if (!mayMail) return true
  Object.assign(audit, { project: member.project, patient: patientOf(member) })
  if (!member.confirmed) {
    const registration_id = member.patient ?? ''
    const { login_id, email } = login
    await sendVerification(platform, db, { login_id, registration_id, joins: false, email, project: member.project })
    return true
  }
  const secret = await newLink(db, 'reset_password', login)
  const to = { project: member.project, email: login.email, words: wordsIn(member.language) }
  await platform.mail.queue(db, resetMail(platform.config.publicUrl, area, secret, to))
  return true
}
