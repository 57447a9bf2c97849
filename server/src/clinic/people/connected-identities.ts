import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database/db.ts'
import { type Words, wordsIn } from '../../platform/language/words.ts'
import type { MailSender } from '../../platform/mail/sender.ts'
import { hasFactor, methodsOf } from './factors/methods.ts'
import { membershipsOf } from './memberships.ts'
import { mailboxOf } from './proven-address.ts'

type Identity = { issuer: string; subject: string }
type Sender = { config: { publicUrl: string }; mail: Pick<MailSender, 'queue'> }

const connectedMail = (site: string, { project, email, words }: { project: string; email: string; words: Words }) => {
  const { t } = words
  return {
    project,
    to: [email],
    subject: t('How you sign in was changed'),
    body: [
      t('Hello,'),
      t('Another way to sign in was connected to your account.'),
      t(
        'If this was not you, choose a new password with “Forgot your password?” on the sign-in page within 7 days. That also disconnects it. Then contact us right away: {site}',
        { site },
      ),
    ].join('\n\n'),
    idempotencyKey: `identity:${uuid()}`,
  }
}

/**
 * From now on the identity opens the login, and the owner is notified.
 * What its provider says about its own checks counts as a second factor unless the login had one and it was not shown.
 * That can be done later, by connecting the same one again.
 */
export const connectIdentity = async (
  { config, mail }: Sender,
  db: Db,
  { login, byOwnFactor, ...identity }: Identity & { login: string; byOwnFactor: boolean },
) => {
  const added = await db
    .insertInto('identities')
    .values({
      ...identity,
      login_id: login,
      claims_count: byOwnFactor || !hasFactor(await methodsOf(db, login)),
    })
    .onConflict((conflict) => {
      if (!byOwnFactor) return conflict.doNothing()
      const counting = conflict.columns(['issuer', 'subject']).doUpdateSet({ claims_count: true })
      return counting.where('identities.login_id', '=', login)
    })
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirst()
  const [member] = added?.is_new ? await membershipsOf(db, login) : []
  if (!member) return
  const email = await mailboxOf(db, login)
  if (email === undefined) return
  await mail.queue(
    db,
    connectedMail(config.publicUrl, { project: member.project, email, words: wordsIn(member.language) }),
  )
}

/**
 * From the first factor on, an identity counts only if the session that added the factor was proven by it: any other may belong to somebody
 * who only knew the password.
 * Which of several a session was proven by is unknown.
 */
export const discountIdentities = async (
  db: Db,
  { login, session, byIdentity }: { login: string; session: string; byIdentity: boolean },
) => {
  const all = await db.selectFrom('identities').select('subject').where('login_id', '=', login).execute()
  if (byIdentity && all.length === 1) return
  await db.updateTable('identities').set({ claims_count: false }).where('login_id', '=', login).execute()
  await db
    .updateTable('sessions')
    .set({ idp_claims: [] })
    .where('login_id', '=', login)
    .where('session_id', '<>', session)
    .execute()
}

/** What the provider said about its checks, as far as it counts for the login. */
export const countedClaims = async (
  db: Db,
  login: string,
  { issuer, subject, claims = [] }: Identity & { claims?: string[] },
) => {
  const identity = await db
    .selectFrom('identities')
    .select('claims_count')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  const counts = identity ? identity.claims_count : !hasFactor(await methodsOf(db, login))
  return counts ? claims : []
}
