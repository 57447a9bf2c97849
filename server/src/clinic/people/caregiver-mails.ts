import { careAreaNames, inviteDays, pageAddresses } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database/db.ts'
import { type Words, wordsIn } from '../../platform/language/words.ts'
import { withdrawMails } from '../../platform/mail/outbox.ts'
import type { MailSender } from '../../platform/mail/sender.ts'
import type { Config } from '../../platform/settings/config.ts'
import { type Facts, factsOf } from './caregiver-facts.ts'
import { type CaredFor, caregiversOf } from './caregivers.ts'
import type { EndedBy, Grant } from './grants.ts'
import { newInvite } from './invitations.ts'
import { inviteMailKey } from './invite-delivery.ts'

type Sender = { config: Pick<Config, 'publicUrl'>; mail: Pick<MailSender, 'queue'> }
/** To the patient about a caregiver, and to that caregiver. */
const seriesOf = ({ caregiver }: Grant) => `caregiver:${caregiver}`
const dayIn = ({ locale }: Words, day: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))

const areasIn = ({ translated }: Words, areas: Facts['areas']) =>
  areas.map((area) => `- ${translated(careAreaNames[area])}`).join('\n')

/** A new link for the invited caregiver, in the patient's language; earlier ones stop working. */
export const mailInvitation = async ({ config, mail }: Sender, db: Db, grant: Grant) => {
  const { patient_name: patient, clinic, email, areas, until, language } = await factsOf(db, grant)
  const words = wordsIn(language)
  const { t } = words
  const secret = await newInvite(db, grant.project, { caregiver_id: grant.caregiver }, email)
  await mail.queue(db, {
    project: grant.project,
    to: [email],
    subject: t('Invitation to help {patient} at {clinic}', { patient, clinic }),
    body: [
      t('Hello,'),
      t(
        'You are invited to help {patient} at {clinic}. If you accept, you can act for {patient} in these areas until {day}:',
        {
          patient,
          clinic,
          day: dayIn(words, until),
        },
      ),
      areasIn(words, areas),
      t('Open this link to accept. You will use your own account:'),
      `${config.publicUrl}${pageAddresses.invite(secret)}`,
      t('You can use the link once. It expires in {days} days. Please do not forward it. It is only for you.', {
        days: inviteDays,
      }),
      t('If you did not expect this, you can ignore this email.'),
    ].join('\n\n'),
    idempotencyKey: inviteMailKey(secret),
    series: seriesOf(grant),
  })
}

/** `key` distinguishes several mails about the same grant. */
type CaregiverMail = { subject: string; says: string[]; wrong?: string; key?: string }

const mailPatient = async (
  { config, mail }: Sender,
  db: Db,
  grant: Grant,
  what: string,
  write: (facts: Facts, words: Words) => CaregiverMail,
) => {
  const facts = await factsOf(db, grant)
  const words = wordsIn(facts.language)
  const { t } = words
  const {
    subject,
    says,
    wrong = t('If something is wrong, please contact us right away.'),
    key = what,
  } = write(facts, words)
  await mail.queue(db, {
    project: grant.project,
    patient: facts.patient_id,
    to: [facts.patient_email],
    subject,
    body: [
      t('Hello,'),
      ...says,
      t('You can see who may act for you, and change or remove their access, on your account page:'),
      `${config.publicUrl}${pageAddresses.account}`,
      wrong,
      facts.clinic,
    ].join('\n\n'),
    idempotencyKey: `caregiver-${key}:${grant.caregiver}`,
    series: seriesOf(grant),
  })
}

const invited = (
  { name, email, clinic, areas, until, invited_by: by, invited_at }: Facts,
  words: Words,
): CaregiverMail => {
  const { t } = words
  const day = dayIn(words, until)
  return {
    subject: t('{name} was invited to act for you', { name }),
    says: [
      t('{by} invited {name} ({email}) to act for you at {clinic} in these areas until {day}:', {
        by,
        name,
        email,
        clinic,
        day,
      }),
      areasIn(words, areas),
    ],
    wrong: t('If this was not you, or you do not want it, please remove the access there and contact us right away.'),
    key: `invited:${invited_at}`,
  }
}

const accepted = ({ name, clinic, areas, until }: Facts, words: Words): CaregiverMail => {
  const { t } = words
  return {
    subject: t('{name} can now act for you', { name }),
    says: [
      t('{name} accepted the invitation and can act for you at {clinic} in these areas until {day}:', {
        name,
        clinic,
        day: dayIn(words, until),
      }),
      areasIn(words, areas),
    ],
  }
}

type Occasion = 'account' | 'merge'
const occasions: Record<Occasion, (at: { name: string; clinic: string; day: string }, words: Words) => string> = {
  account: ({ name, clinic, day }, { t }) =>
    t('You now have an account at {clinic}. {name} can act for you there in these areas until {day}:', {
      name,
      clinic,
      day,
    }),
  merge: ({ name, clinic, day }, { t }) =>
    t(
      '{clinic} combined two of your records into one. {name}, who can act for you, can now see both in these areas until {day}:',
      { name, clinic, day },
    ),
}
const standing =
  (occasion: Occasion, key: string) =>
  ({ name, clinic, areas, until }: Facts, words: Words): CaregiverMail => {
    const { t } = words
    return {
      subject: t('{name} can act for you', { name }),
      says: [occasions[occasion]({ name, clinic, day: dayIn(words, until) }, words), areasIn(words, areas)],
      wrong: t('If you do not want this, you can change or remove the access there, or contact us.'),
      key,
    }
  }

const endedBy: Record<EndedBy, (facts: Facts, words: Words) => string> = {
  patient: ({ name, clinic }, { t }) =>
    t('You removed {name}’s access. {name} can no longer act for you at {clinic}.', { name, clinic }),
  clinic: ({ name, clinic }, { t }) =>
    t('{clinic} removed {name}’s access. {name} can no longer act for you there.', { name, clinic }),
  caregiver: ({ name, clinic }, { t }) =>
    t('{name} stopped helping you and can no longer act for you at {clinic}.', { name, clinic }),
}
const ended =
  (by: EndedBy) =>
  (facts: Facts, words: Words): CaregiverMail => {
    const { name } = facts
    const { t } = words
    return { subject: t('{name} can no longer act for you', { name }), says: [endedBy[by](facts, words)] }
  }

export const mailCaregiverInvited = (sender: Sender, db: Db, grant: Grant) =>
  mailPatient(sender, db, grant, 'invited', invited)
export const mailCaregiverAccepted = (sender: Sender, db: Db, grant: Grant) =>
  mailPatient(sender, db, grant, 'accepted', accepted)

/** Reminds the patient who can act for them, when that means more than when the patient, or the clinic, decided it. */
export const mailCaregiverReminder = async (sender: Sender, db: Db, of: CaredFor, occasion: Occasion) => {
  const active = (await caregiversOf(db, of)).filter(({ state }) => state === 'active')
  for (const { caregiver_id: caregiver } of active)
    await mailPatient(
      sender,
      db,
      { project: of.project, caregiver },
      'standing',
      standing(occasion, `standing:${uuid()}`),
    )
}

/** Notifies the patient, and a caregiver who had accepted and did not end it: a failing sign-in would not say why. */
export const mailCaregiverEnded = async (sender: Sender, db: Db, grant: Grant, by: EndedBy) => {
  await withdrawMails(db, { project: grant.project, series: seriesOf(grant) })
  await mailPatient(sender, db, grant, 'ended', ended(by))
  const { accepted: hadAccess, email, patient_name: patient, clinic, language } = await factsOf(db, grant)
  if (by === 'caregiver' || !hadAccess) return
  const { t } = wordsIn(language)
  await sender.mail.queue(db, {
    project: grant.project,
    to: [email],
    subject: t('You can no longer act for {patient}', { patient }),
    body: [
      t('Hello,'),
      t('Your access to the record of {patient} at {clinic} has ended.', { patient, clinic }),
      t('If you have questions, please ask {patient} or the clinic.', { patient }),
      clinic,
    ].join('\n\n'),
    idempotencyKey: `caregiver-out:${grant.caregiver}`,
    series: seriesOf(grant),
  })
}
