import { type Call, verifyEmail } from '@fornix/contract'
import { refuseWithoutFactor } from '../../clinic/people/factors/methods.ts'
import { knownDevice } from '../../clinic/people/failures.ts'
import { linkProblem } from '../../clinic/people/links.ts'
import { consumeLink, readLink } from '../../clinic/people/mailed-links.ts'
import { checkPassword, loginBy, recheckPassword } from '../../clinic/people/password.ts'
import { confirmRegistration, waitingRegistration } from '../../clinic/people/registrations.ts'
import { projectName } from '../../clinic/records/projects.ts'
import { ApiError, badRequest, invalidFieldsError } from '../../platform/base/errors.ts'
import { type CallContext, onOpen } from '../../platform/calls/route.ts'
import type { Platform } from '../../platform.ts'

type Verification = {
  login: string
  joins: boolean
  password: string | undefined
  request: CallContext<Call>['request']
}

const already = { message: 'Your email address is already confirmed.', already: true }
const unknown = () => badRequest(linkProblem.unknown, 'link_unknown')

/**
 * The link proves that its reader has the mailbox.
 * Somebody else may have registered, so the reader also proves to be that person: by the browser of the registration or by the password.
 */
export const verifyRoute = ({ database }: Pick<Platform, 'database'>) => {
  const proveSamePerson = async ({ login, joins, password, request }: Verification) => {
    const device = request.browserMark
    // A browser in which somebody registered is known to that login; one of an account that is to be joined proves nothing about it.
    if (!joins && device && (await knownDevice(database, login, device))) return
    if (!password) throw badRequest('Please enter your password to confirm your email address.', 'password_needed')
    const found = await loginBy(database, 'login_id', login)
    return checkPassword(database, { name: login, login: found }, password, request).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      throw invalidFieldsError({ password: 'This password is not correct. Please try again.' })
    })
  }

  /** Somebody else may have registered with an account's address: opening a link does not mean wanting to be their patient. */
  const askConsent = async ({ project_id }: { project_id: string }) => {
    const name = await database.unscoped('the project to join', (db) => projectName(db, project_id))
    throw badRequest(
      `Someone, probably you, registered at ${name} with your email address. Do you want to use your account at ${name}, too?`,
      'consent_needed',
    )
  }

  return onOpen(verifyEmail, {
    before: async ({ params, body, user, request }) => {
      const { link, waiting } = await database.unscoped('whose link this is', async (db) => {
        const link = await readLink(db, 'verify_email', params.token)
        const id = link.state === 'good' ? link.registration_id : null
        return { link, waiting: id ? await waitingRegistration(db, id) : undefined }
      })
      if (link.state === 'used') return
      if (link.state !== 'good') throw badRequest(linkProblem[link.state], `link_${link.state}`)
      if (!waiting) throw unknown()
      const { login_id: login } = link
      const joins = waiting.login_id === null
      if (user?.login !== login) return proveSamePerson({ login, joins, password: body.password, request })
      if (joins && !body.consent) await askConsent(waiting)
    },
    handle: async ({ db, params, audit, before: byPassword }) => {
      if (byPassword) {
        await recheckPassword(db, byPassword)
        await refuseWithoutFactor(db, byPassword.login_id)
      }
      const link = await consumeLink(db, 'verify_email', params.token)
      if (link.state === 'used') return already
      if (link.state !== 'good') throw badRequest(linkProblem[link.state], `link_${link.state}`)
      const waiting = link.registration_id ? await waitingRegistration(db, link.registration_id) : undefined
      if (!waiting) throw unknown()
      await confirmRegistration(db, waiting, link.login_id)
      const patient = waiting.registration_id
      Object.assign(audit, { project: waiting.project_id, patient, actor: patient, role: 'Patient' })
      return { message: 'Thank you. Your email address is confirmed.', already: false }
    },
  })
}
