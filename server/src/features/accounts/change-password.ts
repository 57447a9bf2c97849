import { changePassword } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { dropLinks } from '../../clinic/people/mailed-links.ts'
import { checkNewPassword, refuseShortAlone } from '../../clinic/people/new-password.ts'
import { checkPassword, loginBy, recheckPassword } from '../../clinic/people/password.ts'
import { hashPassword } from '../../clinic/people/passwords.ts'
import { wordsFor } from '../../clinic/records/patient-language.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { ApiError, badRequest, invalidFieldsError } from '../../platform/base/errors.ts'
import { onMany } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { endSessionsOfLogin } from '../../platform/sessions/session-family.ts'
import { actorOf, type Caller, patientOf } from '../../platform/sessions/session-row.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'
import type { Platform } from '../../platform.ts'
import { passwordChangedMail } from './mails.ts'

/** Ends all other access to this login: other sessions, other browsers that count as the owner's, mailed links. */
const endOthers = async (db: Db, user: Caller, browserMark: string | undefined) => {
  await endSessionsOfLogin(db, user.login, user.session)
  await db
    .deleteFrom('known_devices')
    .where('login_id', '=', user.login)
    .$if(browserMark !== undefined, (query) => query.where('device_hash', '!=', hashSecret(browserMark ?? '')))
    .execute()
  await dropLinks(db, user.login, ['reset_password'])
}

const notCurrent = (error: unknown) => {
  throw error instanceof ApiError && error.code === 'credentials'
    ? invalidFieldsError({
        current_password:
          'This is not your current password. After a few wrong tries, you will have to wait a few minutes.',
      })
    : error
}

/** Logins belong to no project, so the system role writes everything, in one transaction. */
export const changePasswordRoute = (platform: Platform) =>
  onMany(changePassword, async ({ user, body, request, response, audit }) => {
    const { database, mail, config, sessions } = platform
    const login = await loginBy(database, 'login_id', user.login)
    if (!login?.password_hash)
      throw badRequest('Your account has no password. You sign in through another service.', 'no_password')
    const kept = await checkNewPassword(platform, body.password, { login: user.login })
    // A wrong one counts like one at sign-in: an open computer is no place to guess it.
    await checkPassword(database, { name: login.email_key, login }, body.current_password, request).catch(notCurrent)
    const password_hash = await hashPassword(body.password)
    await database.unscoped('change the password of a login', async (db) => {
      await recheckPassword(db, login).catch(notCurrent)
      await db
        .updateTable('logins')
        .set({ password_hash, ...kept })
        .where('login_id', '=', user.login)
        .execute()
      // The second step that allowed a short one may have been removed meanwhile.
      await refuseShortAlone(db, user.login)
      await endOthers(db, user, request.browserMark)
      const { refreshToken, secondsLeft } = await sessions.replaceRefreshToken(db, user)
      response.cookie(sessions.cookieName(user.audience), refreshToken, '/', secondsLeft)
      const patient = patientOf(user)
      const words = await wordsFor(db, { project: user.project, patient })
      const to = { project: user.project, email: login.email, words }
      await mail.queue(db, passwordChangedMail(config.publicUrl, to, uuid()))
      await writeAudit(db, {
        project: user.project,
        actor: actorOf(user),
        role: user.role,
        action: 'account.change_password',
        patient,
        request: request.id,
        proof: audit.proof,
      })
    })
    return { message: 'Your password was changed. All other devices were signed out.' }
  })
