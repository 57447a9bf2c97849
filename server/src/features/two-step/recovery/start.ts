import { randomBytes } from 'node:crypto'
import { getRecovery, recoveryCodeHours, redeemRecovery, startRecovery } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { mailRecoveryNews } from '../../../clinic/people/account-recovery/mails.ts'
import { closeRecovery, noteRecovery, openRecovery } from '../../../clinic/people/account-recovery/recoveries.ts'
import { hasWitnesses, waitingHours } from '../../../clinic/people/account-recovery/who-confirms.ts'
import { newCode } from '../../../clinic/people/factors/recovery.ts'
import { lockOwnLogin } from '../../../clinic/people/lock-own-login.ts'
import { membershipsOf } from '../../../clinic/people/memberships.ts'
import { badRequest, conflict, invalidFieldsError } from '../../../platform/base/errors.ts'
import { onMany, type Route } from '../../../platform/calls/route.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Caller } from '../../../platform/sessions/session-row.ts'
import { hashSecret } from '../../../platform/sessions/tokens.ts'
import type { Platform } from '../../../platform.ts'
import { noteAct } from '../own-login.ts'

const startsPerLogin = {
  points: 5,
  seconds: 24 * 3600,
  shared: true,
  sentence: 'Five recoveries were started within a day. Please try again tomorrow, or call your clinic.',
} as const

/** Read aloud at a visit: letters and digits that are not confused with each other. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ234567'
const newVisitCode = (): string => {
  const bytes = [...randomBytes(32)].filter((byte) => byte < 240).slice(0, 8)
  return bytes.length < 8 ? newVisitCode() : bytes.map((byte) => letters[byte % letters.length]).join('')
}
export const visitHash = (code: string) => hashSecret(`visit code ${code}`)
const ownHash = (login: string, code: string) => hashSecret(`own recovery code ${login} ${code}`)
const inGroups = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

const refuseUnneeded = ({ secondFactor }: Caller) => {
  if (secondFactor !== 'verify') throw conflict('There is nothing to recover for your sign-in.', 'not_needed')
}

const begin = async (db: Db, login_id: string) => {
  const [visit, own] = [newVisitCode(), newCode()]
  const { recovery_id, expires_at } = await db
    .insertInto('account_recoveries')
    .values({
      recovery_id: uuid(),
      login_id,
      visit_hash: visitHash(visit),
      own_hash: ownHash(login_id, own),
      expires_at: sql<string>`clock_timestamp() + make_interval(hours => ${recoveryCodeHours})`,
    })
    .returning(['recovery_id', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { recovery_id, expires_at, visit_code: inGroups(visit), own_code: inGroups(own) }
}

const underWay = () =>
  conflict('Your identity is already confirmed. Please wait until the waiting time is over.', 'under_way')
const notYet = () => conflict('The waiting time is not over yet.', 'not_yet')
const wrongCode = () => invalidFieldsError({ code: 'This is not your private code. Check each letter.' })

/** For a user who signed in with the first factor and has no second one. */
export const ownRecoveryRoutes = (platform: Platform): Route[] => {
  const { database, rateLimits } = platform
  return [
    onMany(getRecovery, ({ user }) =>
      database.unscoped('how far a recovery is', async (db) => {
        const members = await membershipsOf(db, user.login)
        const open = await openRecovery(db, { login: user.login })
        return {
          state: open?.state ?? 'none',
          confirmations: open?.confirmations ?? 0,
          expires_at: open?.expires_at ?? null,
          opens_at: open?.opens_at ?? null,
          hours: await waitingHours(db, members),
          possible: await hasWitnesses(db, user.login, members),
        }
      }),
    ),

    onMany(startRecovery, async ({ user, request }) => {
      refuseUnneeded(user)
      await rateLimits.spendRule('start-recovery', user.login, startsPerLogin)
      return database.unscoped('begin to recover an account', async (db) => {
        await lockOwnLogin(db, user)
        const members = await membershipsOf(db, user.login)
        if (!(await hasWitnesses(db, user.login, members)))
          throw conflict(
            'Your clinic does not have two people who can confirm your identity. Please call your clinic.',
            'nobody',
          )
        const before = await openRecovery(db, { login: user.login })
        // Knowing only the password takes nothing away from the person whom the staff have seen.
        if (before && before.state !== 'started') throw underWay()
        await closeRecovery(db, user.login, 'replaced')
        const { recovery_id, ...codes } = await begin(db, user.login)
        await mailRecoveryNews(platform, db, { recovery_id, login_id: user.login, members }, 'started')
        await noteRecovery(db, members, {
          action: 'account_recovery.start',
          recovery: recovery_id,
          role: 'visitor',
          request: request.id,
        })
        return codes
      })
    }),

    onMany(redeemRecovery, async ({ user, body, request }) => {
      refuseUnneeded(user)
      return database.unscoped('a recovery is used', async (db) => {
        await lockOwnLogin(db, user)
        const open = await openRecovery(db, { login: user.login })
        if (open?.state === 'waiting') throw notYet()
        if (open?.state !== 'ready')
          throw badRequest('No recovery of your account is in progress. Please start again.', 'none')
        const { numUpdatedRows } = await db
          .updateTable('account_recoveries')
          .set({ session_id: user.session })
          .where('recovery_id', '=', open.recovery_id)
          .where('own_hash', '=', ownHash(user.login, body.code))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw wrongCode()
        // The code that nobody else was given is as fresh a proof as a sign-in.
        await sql`update sessions set proven_at = now() where session_id = ${user.session}`.execute(db)
        await noteAct(db, { user, action: 'account_recovery.use', object: open.recovery_id, request: request.id })
        return { message: 'Thank you. Now set up a new second step.' }
      })
    }),
  ]
}
