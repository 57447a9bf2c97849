import { endRecovery, listRecoveries, stopRecovery } from '@fornix/contract'
import { endRecoveryOf } from '../../../clinic/people/account-recovery/end-recovery.ts'
import { openRecovery } from '../../../clinic/people/account-recovery/recoveries.ts'
import { recoveriesIn } from '../../../clinic/people/account-recovery/recoveries-in.ts'
import { membershipsOf } from '../../../clinic/people/memberships.ts'
import { badRequest, conflict, notFound } from '../../../platform/base/errors.ts'
import { onMany, onOpen, type Route } from '../../../platform/calls/route.ts'
import type { Db } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/sessions/tokens.ts'
import type { Platform } from '../../../platform.ts'

type Needs = Pick<Platform, 'config' | 'mail'>
/** Somebody has shown a second factor, so not all are lost. */
export const stopByFactor = async (needs: Needs, db: Db, login: string, request: string) => {
  const open = await openRecovery(db, { login })
  if (open) await endRecoveryOf(needs, db, open, { as: 'factor', request })
}

const recoveryOfLink = async (db: Db, secret: string) => {
  const link = await db
    .selectFrom('recovery_links')
    .innerJoin('account_recoveries', 'account_recoveries.recovery_id', 'recovery_links.recovery_id')
    .select(['account_recoveries.recovery_id', 'login_id', 'outcome'])
    .where('token_hash', '=', hashSecret(secret))
    .executeTakeFirst()
  if (!link) throw badRequest('This link is not valid. Please use the link in the email as it is.', 'link_unknown')
  return link
}

const used = () =>
  badRequest('The account was already recovered. If that was not you, please call us right away.', 'link_used')

const stoppedBefore = 'This link has already been used: the recovery was stopped. Nothing was changed.'
const overBefore = 'This recovery is already over. It changed nothing.'

/** The link in the mails: it opens nothing, and needs no sign-in. */
const stopRoute = (platform: Needs) =>
  onOpen(stopRecovery, {
    handle: async ({ db, body, request, audit }) => {
      const { recovery_id, login_id, outcome } = await recoveryOfLink(db, body.stop_token)
      if (outcome === 'used') throw used()
      audit.skipRow = true
      const [first] = await membershipsOf(db, login_id)
      const area = first && first.audience !== 'patient' ? ('operator' as const) : ('patient' as const)
      const open = await openRecovery(db, { recovery: recovery_id })
      if (!open) return { message: outcome === 'stopped' ? stoppedBefore : overBefore, already: true, area }
      if (body.look) return { message: '', already: false, area }
      await endRecoveryOf(platform, db, open, { as: 'stopped', request: request.id })
      return { message: 'The recovery was stopped. Nothing was changed.', already: false, area }
    },
  })

const over = () => conflict('This recovery is already over.', 'over')

export const stopRoutes = (platform: Platform): Route[] => {
  const { database } = platform
  return [
    stopRoute(platform),
    onMany(listRecoveries, async ({ user }) => ({
      recoveries: await database.unscoped('who is being recovered', (db) => recoveriesIn(db, user.project)),
    })),
    onMany(endRecovery, async ({ user, params: { recovery_id }, request }) =>
      database.unscoped('an admin stops a recovery', async (db) => {
        const row = (await recoveriesIn(db, user.project)).find((one) => one.recovery_id === recovery_id)
        if (!row) throw notFound()
        const open = await openRecovery(db, { recovery: recovery_id })
        if (!open) throw over()
        await endRecoveryOf(platform, db, open, { as: 'stopped', request: request.id, admin: user })
        return { message: 'The recovery was stopped, and the person was notified.' }
      }),
    ),
  ]
}
