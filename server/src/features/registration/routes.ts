import {
  confirmationsPerEmail,
  listRegistrations,
  listSimilarRecords,
  ownerWordsOf,
  register,
  resendVerification,
  totalsOf,
} from '@fornix/contract'
import { sql } from 'kysely'
import { invitePatient } from '../../clinic/people/invitations.ts'
import { checkNewPassword } from '../../clinic/people/new-password.ts'
import { hashPassword } from '../../clinic/people/passwords.ts'
import { addRegistration } from '../../clinic/people/registrations.ts'
import { markDevice } from '../../clinic/people/start-session.ts'
import { sendVerification } from '../../clinic/people/verification-mail.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { projectOfVisitor } from '../../clinic/records/projects.ts'
import { notFound } from '../../platform/base/errors.ts'
import { isWithin } from '../../platform/calls/rate-limits.ts'
import { on, onOpen, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { wordsIn } from '../../platform/language/words.ts'
import type { Platform } from '../../platform.ts'
import { alreadyRegisteredMail } from './mails.ts'
import { waitingRegistrations } from './queries.ts'
import { similarRecords } from './similar-records.ts'
import { verifyRoute } from './verify.ts'

type Unregistered = { patient_id: string; email: string; first_name: string; last_name: string }

export const registrationRoutes = (platform: Platform): Route[] => [
  registerRoute(platform),
  verifyRoute(platform),
  resendRoute(platform),
  on(listRegistrations, async ({ db, query }) => {
    const { registrations, total } = await waitingRegistrations(db, query)
    return { registrations, ...totalsOf(total, query.page_size) }
  }),
  on(listSimilarRecords, async ({ db, query }) => ({ registrations: await similarRecords(db, query) })),
]

const registerRoute = (platform: Platform) =>
  onOpen(register, {
    before: async ({ body, request }) => {
      const { config, database, rateLimits } = platform
      const project = await projectOfVisitor(database, request, config.defaultProject)
      const words = ownerWordsOf(body)
      await checkNewPassword(platform, body.password, { login: null, words, project: project.project_id })
      if (!project.accepts_registrations) throw notFound()
      const mayMail = await isWithin(
        rateLimits.spendRule('confirmation-email', emailKey(body.email), confirmationsPerEmail),
      )
      return { project: project.project_id, hash: await hashPassword(body.password), mayMail }
    },
    // The response is always the same: only the mailbox's owner learns that there is a record or an account.
    handle: async ({ db, body, request, response, before: { project, hash, mayMail }, audit }) => {
      const done = { message: 'Registration successful!' }
      const device = markDevice({ request, response })
      audit.project = project
      if (!mayMail) return done
      const { password: _, ...typed } = body
      const record = await recordOf(db, project, body.email)
      if (record?.login_id) {
        const { config, mail } = platform
        const to = { project, email: body.email, words: wordsIn(record.language) }
        await mail.queue(db, alreadyRegisteredMail(config.publicUrl, to))
        return done
      }
      if (record) {
        await inviteAgain(platform, db, project, record)
        return done
      }
      const { language } = request
      const made = await addRegistration(
        db,
        { ...typed, language, project_id: project },
        { password_hash: hash, device },
      )
      audit.patient = made.registration_id
      await sendVerification(platform, db, { ...made, project, email: body.email })
      return done
    },
  })

const recordOf = (db: Db, project: string, email: string) =>
  db
    .selectFrom('patients')
    .select(['patient_id', 'login_id', 'first_name', 'last_name', 'email', 'language'])
    .where('project_id', '=', project)
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** At most one new invitation an hour, however often somebody tries to register with the address. */
const inviteAgain = async (platform: Platform, db: Db, project: string, record: Unregistered) => {
  const { patient_id, email, first_name, last_name } = record
  const recent = await db
    .selectFrom('invites')
    .select('invite_id')
    .where('project_id', '=', project)
    .where('patient_id', '=', patient_id)
    .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirst()
  if (!recent)
    await invitePatient(platform, db, { project, patient: patient_id, email, name: `${first_name} ${last_name}` })
}

const resendRoute = (platform: Platform) =>
  on(resendVerification, async ({ user }) => {
    if (user.confirmed) return { message: 'Your email address is already confirmed.' }
    await platform.rateLimits.spendRule('confirmation-email', emailKey(user.email), confirmationsPerEmail)
    await platform.database.unscoped('a new verification link', (db) =>
      sendVerification(platform, db, {
        login_id: user.login,
        registration_id: user.person,
        joins: false,
        email: user.email,
        project: user.project,
      }),
    )
    return { message: 'We have sent you the link again.' }
  })
