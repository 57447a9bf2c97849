import { pageAddresses } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../../platform/database/db.ts'
import { type Words, wordsIn } from '../../../platform/language/words.ts'
import type { MailSender } from '../../../platform/mail/sender.ts'
import { hashSecret, newSecret } from '../../../platform/sessions/tokens.ts'
import type { Member } from '../memberships.ts'
import { addressesOf } from './recoveries.ts'

export type Sender = { config: { publicUrl: string }; mail: Pick<MailSender, 'queue'> }
export type News = 'started' | 'confirmed' | 'ready' | 'stopped' | 'mismatch' | 'factor' | 'used'
/** For `confirmed`: who vouched, and when the waiting time is over, in words. */
type Facts = { by?: string; opens?: string }

const open: News[] = ['started', 'confirmed', 'ready']

const sentences = ({ t }: Words, { by = '', opens = '' }: Facts): Record<News, { subject: string; says: string[] }> => {
  const over = t('The recovery of your account was stopped')
  const over2 = t('Your second steps stay as they are.')
  return {
    started: {
      subject: t('Someone asked to recover your account'),
      says: [
        t('Someone, probably you, signed in to your account and said that all second steps are lost.'),
        t('Nothing changes yet. Two members of our staff first have to see you in person.'),
      ],
    },
    confirmed: {
      subject: t('Your account is being recovered'),
      says: [
        t('Two members of our staff confirmed in person who you are: {by}.', { by }),
        t('You can set up a new second step from {opens} on. Until then, nothing changes.', { opens }),
      ],
    },
    ready: {
      subject: t('You can set up a new second step now'),
      says: [
        t('The waiting time is over. Sign in with your password, and type your private code.'),
        t('You have 7 days for this. Your old second steps stop working when the new one is set up.'),
      ],
    },
    stopped: { subject: over, says: [t('The recovery of your account was stopped.'), over2] },
    mismatch: {
      subject: over,
      says: [t('Several times, what our staff read in your documents did not match your record.'), over2],
    },
    factor: {
      subject: over,
      says: [t('Someone signed in to your account with a second step, so it is not lost.'), over2],
    },
    used: {
      subject: t('Your account was recovered'),
      says: [
        t('A new second step was set up. The old ones no longer work, and every other device was signed out.'),
        t('If this was not you, please call us right away.'),
      ],
    },
  }
}

const stopLink = async ({ config }: Pick<Sender, 'config'>, db: Db, recovery_id: string) => {
  const secret = newSecret()
  await db
    .insertInto('recovery_links')
    .values({ token_hash: hashSecret(secret), recovery_id })
    .execute()
  return `${config.publicUrl}${pageAddresses.stopRecovery(secret)}`
}

type Recovered = { recovery_id: string; login_id: string; members: Member[] }
/** To every address of the person, each with its own link while there is something to stop. */
export const mailRecoveryNews = async (
  sender: Sender,
  db: Db,
  { recovery_id, login_id, members }: Recovered,
  news: News,
  facts: (words: Words) => Facts = () => ({}),
) => {
  const [first] = members
  if (!first) return
  const words = wordsIn(members.find(({ language }) => language !== '')?.language)
  const { t } = words
  const { subject, says } = sentences(words, facts(words))[news]
  for (const email of await addressesOf(db, login_id)) {
    const stop = open.includes(news)
      ? [
          t('If this was not you, stop it here. You do not need to sign in:'),
          await stopLink(sender, db, recovery_id),
          t(
            'Then choose a new password, because the person who did this knows yours. Never give anyone your private code.',
          ),
        ]
      : []
    await sender.mail.queue(db, {
      project: first.project,
      to: [email],
      subject,
      body: [t('Hello,'), ...says, ...stop].join('\n\n'),
      idempotencyKey: `account-recovery:${uuid()}`,
    })
  }
}
