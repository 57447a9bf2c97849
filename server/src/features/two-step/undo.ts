import { pageAddresses, undoFactor } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { endAccess } from '../../clinic/people/end-access.ts'
import { endTakeover } from '../../clinic/people/end-takeover.ts'
import { hasRecentFactor, removeRecentFactors } from '../../clinic/people/factors/recent.ts'
import { linkProblem } from '../../clinic/people/links.ts'
import { consumeLink, newLink, noteLinkUse } from '../../clinic/people/mailed-links.ts'
import { membershipsOf } from '../../clinic/people/memberships.ts'
import { mailboxOf } from '../../clinic/people/proven-address.ts'
import { addressesLeft, type Undone, undoEmailChanges } from '../../clinic/people/undo-email-change.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { badRequest } from '../../platform/base/errors.ts'
import { onOpen } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { wordsIn } from '../../platform/language/words.ts'
import type { Platform } from '../../platform.ts'
import { factorMail } from './mails.ts'

const problems = {
  ...linkProblem,
  used: 'This link has already been used. The second step was removed.',
  expired: 'This link has expired. Please call us if you did not add this second step.',
  unknown: 'This link is not valid. Please use the link in the email as it is.',
}

const sentences: Record<Undone | 'none', string> = {
  none: 'The second step was removed, and every device was signed out.',
  back: 'Your old email address was restored. The second step was removed, and every device was signed out.',
  held: 'The second step was removed, every device was signed out, and the new email address no longer opens your account. But another account uses your old address now, so we could not restore it. Please contact us, so that you can sign in again.',
  record:
    'The second step was removed, and every device was signed out. You sign in with your old email address again. But another record uses this address now, so we still write to the new one. Please contact us.',
}

/**
 * For the mails about a new factor: removes it again, without a sign-in.
 * The factor's owner may have changed the address just before, so an address left recently gets a link as well.
 */
export const undoLinks = async ({ config }: Pick<Platform, 'config'>, db: Db, login_id: string, factor_id: string) => {
  const mailbox = await mailboxOf(db, login_id)
  const emails = [...(mailbox === undefined ? [] : [mailbox]), ...(await addressesLeft(db, login_id))]
  const links: { email: string; link: string }[] = []
  for (const email of new Map(emails.map((one) => [emailKey(one), one])).values()) {
    const secret = await newLink(db, 'undo_factor', { login_id, email, factor_id })
    links.push({ email, link: `${config.publicUrl}${pageAddresses.undoFactor(secret)}` })
  }
  return links
}

/**
 * Removes what was added recently, including the link's factor, and the recovery codes that were made with it or since.
 * True if an identity was disconnected.
 */
const dropAdded = async (db: Db, login: string, factor: string | null) => {
  const disconnected = await removeRecentFactors(db, login)
  // The link was made in the transaction that stored the factor.
  await sql`delete from recovery_codes where login_id = ${login} and created_at >=
    (select min(created_at) from mailed_tokens where purpose = 'undo_factor' and factor_id = ${factor})`.execute(db)
  // What the owner adds from here on must not be removed by the other links.
  await sql`update mailed_tokens set used_at = now()
             where login_id = ${login} and purpose = 'undo_factor' and used_at is null`.execute(db)
  return disconnected
}

/**
 * The link for the mailbox's reader, which also resets the password: it opens nothing, and removes what was just added.
 * A copy of an old mail does not set a password either: that takes the link of "Forgot your password?", which is valid for minutes.
 */
export const undoRoute = ({ config, mail }: Pick<Platform, 'config' | 'mail'>) =>
  onOpen(undoFactor, {
    handle: async ({ db, body, request, audit }) => {
      const link = await consumeLink(db, 'undo_factor', body.undo_token)
      if (link.state !== 'good') throw badRequest(problems[link.state], `link_${link.state}`)
      const { login_id, factor_id, email: left, created_at: suspectSince } = link
      // The owner of the link's factor may have replaced it with another one.
      if (!(await hasRecentFactor(db, login_id))) throw badRequest(problems.used, 'link_used')
      const had_password = await endAccess(db, login_id)
      const account = { login: login_id, request: request.id }
      const undone =
        (await undoEmailChanges({ config, mail }, db, { ...account, first: { left }, suspectSince })) ?? 'none'
      if (undone === 'none') await endTakeover({ config }, db, { ...account, suspectSince: [suspectSince] })
      const disconnected = await dropAdded(db, login_id, factor_id)
      const members = await membershipsOf(db, login_id)
      audit.skipRow = true
      await noteLinkUse(db, members, { action: 'two_step.undo', request: request.id })
      const [member] = members
      const email = await mailboxOf(db, login_id)
      if (member && email !== undefined) {
        const to = { project: member.project, email, words: wordsIn(member.language) }
        await mail.queue(db, factorMail(config.publicUrl, 'removed', { ...to, id: uuid(), undo: undefined }))
      }
      return {
        message: sentences[undone],
        area: member?.audience === 'patient' ? ('patient' as const) : ('operator' as const),
        needs_password: undone !== 'held' && (had_password || disconnected),
        ...((undone === 'held' || undone === 'record') && { needs_help: true }),
      }
    },
  })
