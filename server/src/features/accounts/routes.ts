import {
  confirmOperatorEmail,
  confirmPatientEmail,
  type Registration,
  register,
  resendVerification,
  verifyEmail,
} from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Db } from '../../platform/db.ts'
import { emailKey } from '../../platform/email-key.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { invitePatient } from '../../platform/invitations.ts'
import { useLink } from '../../platform/mailed-links.ts'
import { membershipsOf } from '../../platform/memberships.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { addPatient } from '../../platform/patient-record.ts'
import type { Platform } from '../../platform/platform.ts'
import { projectOfVisitor } from '../../platform/projects.ts'
import { on, onOpen, type Route } from '../../platform/route.ts'
import { sendVerification } from '../../platform/verification-mail.ts'
import { confirmEmail } from './confirm-email.ts'
import { acceptable, linkProblem } from './links.ts'
import { alreadyRegisteredMail } from './mails.ts'
import { ownRoutes } from './own.ts'
import { resetRoutes } from './reset.ts'

type Unregistered = { patient_id: string; email: string; first_name: string; last_name: string }

export const accountRoutes = (platform: Platform): Route[] => {
  const { config, database, mail } = platform

  const addLogin = async (db: Db, { email }: z.output<typeof Registration>, password_hash: string) =>
    db
      .insertInto('logins')
      .values({ login_id: uuid(), email, email_key: emailKey(email), password_hash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('login_id')
      .executeTakeFirst()

  const recordOf = (db: Db, project: string, email: string) =>
    db
      .selectFrom('patients')
      .select(['patient_id', 'login_id', 'first_name', 'last_name', 'email'])
      .where('project_id', '=', project)
      .where('email_key', '=', emailKey(email))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()

  /** The record, once everybody who is registering with the same login at this moment is through. */
  const recordInTurn = async (db: Db, project: string, email: string) => {
    await db.selectFrom('logins').select('login_id').where('email_key', '=', emailKey(email)).forUpdate().execute()
    return recordOf(db, project, email)
  }

  /** At most one fresh invitation an hour, however often somebody tries to register with the address. */
  const inviteAgain = async (db: Db, project: string, record: Unregistered) => {
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

  return [
    onOpen(register, {
      before: async ({ body, request }) => {
        acceptable(body.password)
        const project = await projectOfVisitor(database, request, config.defaultProject)
        if (!project.accepts_registrations) throw notFound()
        return { project, hash: await hashPassword(body.password) }
      },
      handle: async ({ db, body, before: { project, hash }, audit }) => {
        const done = { message: 'Registration successful!' }
        const to = { project: project.project_id, email: body.email, name: body.first_name }
        audit.project = project.project_id
        // Whatever there is, the answer is the same: only the owner of the mailbox learns that there is a record or an account.
        const before = await recordOf(db, project.project_id, body.email)
        const login = before ? undefined : await addLogin(db, body, hash)
        const record = login ? undefined : await recordInTurn(db, project.project_id, body.email)
        if (record?.login_id) {
          await mail.queue(db, alreadyRegisteredMail(config.publicUrl, to))
          return done
        }
        if (record) {
          await inviteAgain(db, project.project_id, record)
          return done
        }
        const { password: _, ...fields } = body
        const { patient_id } = await addPatient(db, {
          ...fields,
          project_id: project.project_id,
          login_id: login?.login_id ?? null,
          status: 'Other',
          status_comment: 'Self-registered',
          patient_type: 'Volunteer',
        })
        audit.patient = patient_id
        if (login) await sendVerification(platform, db, { ...to, login: login.login_id })
        else await invitePatient(platform, db, { ...to, patient: patient_id }, { join: true })
        return done
      },
    }),

    onOpen(verifyEmail, {
      handle: async ({ db, params, audit }) => {
        const link = await useLink(db, 'verify_email', params.token)
        if (link.state === 'used') return { message: 'Your e-mail address is confirmed already.', already: true }
        if (link.state !== 'good') throw badRequest(linkProblem[link.state], `link_${link.state}`)
        await db
          .updateTable('logins')
          .set({ email_verified_at: new Date().toISOString() })
          .where('login_id', '=', link.login_id)
          .where('email_key', '=', emailKey(link.email))
          .execute()
        const [member] = await membershipsOf(db, link.login_id)
        Object.assign(audit, { project: member?.project, patient: member?.patient })
        return { message: 'Thank you. Your e-mail address is confirmed.', already: false }
      },
    }),
    on(resendVerification, async ({ user }) => {
      await database.unscoped('a new verification link', async (db) => {
        const login = await db
          .selectFrom('logins')
          .select(['email', 'email_verified_at'])
          .where('login_id', '=', user.login)
          .executeTakeFirstOrThrow()
        if (!login.email_verified_at)
          await sendVerification(platform, db, {
            login: user.login,
            email: login.email,
            project: user.project,
            name: user.name,
          })
      })
      return { message: 'We have sent you the link again.' }
    }),

    confirmEmail(platform, confirmPatientEmail),
    confirmEmail(platform, confirmOperatorEmail),
    ...resetRoutes(platform),

    ...ownRoutes(platform),
  ]
}
