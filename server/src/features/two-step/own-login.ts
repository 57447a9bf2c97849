import { v7 as uuid } from 'uuid'
import { hasFactor, methodsOf } from '../../clinic/people/factors/methods.ts'
import { isHeld, mailboxOf } from '../../clinic/people/proven-address.ts'
import { wordsFor } from '../../clinic/records/patient-language.ts'
import { type AuditAction, writeAudit } from '../../platform/audit/audit.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { actorOf, type Caller, patientOf } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { type FactorChange, factorMail } from './mails.ts'

export const emailOf = async (db: Db, login: string) =>
  (await db.selectFrom('logins').select('email').where('login_id', '=', login).executeTakeFirstOrThrow()).email

/** Staff and caregivers read English. */
export const readerOf = async (db: Db, user: Caller) => ({
  project: user.project,
  email: await emailOf(db, user.login),
  words: await wordsFor(db, { project: user.project, patient: patientOf(user) }),
})

type Act = { user: Caller; action: AuditAction; object: string; request: string; audit?: AuditNote }
export const noteAct = (db: Db, { user, action, object, request, audit }: Act) =>
  writeAudit(db, {
    project: user.project,
    actor: actorOf(user),
    role: user.role,
    action,
    patient: patientOf(user),
    object,
    request,
    proof: audit?.proof,
  })

export const mailOwner = async (
  { mail, config }: Pick<Platform, 'mail' | 'config'>,
  db: Db,
  user: Caller,
  change: FactorChange,
  undo?: { email: string; link: string },
) => {
  const email = undo?.email ?? (await mailboxOf(db, user.login))
  if (email === undefined) return
  const to = { ...(await readerOf(db, user)), email, id: uuid(), undo: undo?.link }
  await mail.queue(db, factorMail(config.publicUrl, change, to))
}

/** What the caller has, and what role and project require; a mailed code is available if there is nothing better. */
export const ownFactors = async ({ database, sessions }: Pick<Platform, 'database' | 'sessions'>, user: Caller) => {
  const facts = await sessions.factsOf(user)
  return database.unscoped('how a login is proven', async (db, commitWithNext) => {
    commitWithNext()
    const [methods, isWithheld] = await Promise.all([methodsOf(db, user.login), isHeld(db, user.login)])
    return { facts, methods, mail: facts.mail && !hasFactor(methods) && !isWithheld }
  })
}
