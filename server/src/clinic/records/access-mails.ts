import { keysOf, pageAddresses } from '@fornix/contract'
import type { Db } from '../../platform/database/db.ts'
import type { Words } from '../../platform/language/words.ts'
import { mailsOf, pseudonymOf, queueMail, requeueMails, withdrawMails } from '../../platform/mail/outbox.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { notifyPatient } from './notify-patient.ts'
import { wordsFor } from './patient-language.ts'
import { projectName } from './projects.ts'

/** Who is notified of a decision, and what makes it one email. */
export type AccessMail = { request_id: string; patient_id: string; study_id: string; email: string; first_name: string }

// The mail says nothing about health: the portal shows which scan it was, and the reason, to the requester.
const textsIn = ({ t }: Words) => ({
  approved: {
    subject: t('Your access request was approved'),
    body: t('Your access request was approved. Sign in to see what you can open, and until when.'),
  },
  declined: {
    subject: t('About your access request'),
    body: t('We could not approve your access request. Sign in to see why and what you can do.'),
  },
  extended: {
    subject: t('About your access request'),
    body: t('We need more time for your access request. Sign in to see when we will answer.'),
  },
  revoked: {
    subject: t('Access to a scan has ended'),
    body: t('You no longer have access to one of your scans. Sign in to see what you can open.'),
  },
  restored: {
    subject: t('You can open a scan'),
    body: t('You can open one of your scans. Sign in to see which one, and until when.'),
  },
})

type Outcome = keyof ReturnType<typeof textsIn>
type Kind = Outcome | 'report'
type Needs = { config: { publicUrl: string } }
type Deciding = { db: Db; user: Caller }
type PatientStudy = Pick<AccessMail, 'patient_id' | 'study_id'>

/** What a decision makes false. “We could not approve” and “We need more time” stay true of the requests that they were about. */
const outdatedBy: Record<Outcome, Kind[]> = {
  approved: ['extended', 'revoked'],
  declined: ['extended'],
  extended: [],
  revoked: ['approved', 'restored', 'report'],
  restored: ['revoked'],
}
export const accessKeyOf = (kind: Kind, cause: string) => `access ${kind} ${cause}`
export const accessSeriesOf = ({ study_id }: Pick<PatientStudy, 'study_id'>) => `access:${study_id}`

/** Begins the causes of mails that no request has. */
export const readerOf = ({ patient_id, study_id }: PatientStudy) => pseudonymOf(patient_id, study_id)

type Report = { instance: string; released_at: string | null }
/** A second release sends a second notice. */
export const reportKeyOf = (scan: PatientStudy, { instance, released_at }: Report) =>
  accessKeyOf('report', `${readerOf(scan)} ${instance} ${released_at}`)

/** Those about a patient's access to a scan, which may have been other patients'. */
const accessMailsOf = async (db: Db, project: string, scan: PatientStudy, kinds: readonly Kind[]) => {
  const requests = await db
    .selectFrom('access_requests')
    .select('request_id')
    .where('patient_id', '=', scan.patient_id)
    .where('study_id', '=', scan.study_id)
    .execute()
  const causes = [...requests.map(({ request_id }) => request_id), readerOf(scan)]
  const keys = kinds.flatMap((kind) => causes.map((cause) => accessKeyOf(kind, cause)))
  const all = await mailsOf(db, { project, series: accessSeriesOf(scan) })
  const mails = all.filter(({ idempotency_key: key }) => keys.some((start) => `${key} `.startsWith(`${start} `)))
  return { mails, keys: [...keys, ...mails.map(({ idempotency_key }) => idempotency_key)] }
}

/** Withdraws what waits of these kinds. */
const withdrawAccessMails = async (
  db: Db,
  project: string,
  scan: PatientStudy,
  kinds: readonly Kind[],
  reason?: string,
) => {
  const { keys } = await accessMailsOf(db, project, scan, kinds)
  await withdrawMails(db, { project, idempotencyKeys: keys, reason })
}

/** Withdraws what waits and invites to sign in for the scan, which the patient can no longer open. */
export const withdrawOpenMails = (db: Db, project: string, scan: PatientStudy) =>
  withdrawAccessMails(db, project, scan, outdatedBy.revoked)

type Ended = { project: string; patient: string; reason: string }

/** The same for each scan of a record that ends, while they are still its own. */
export const withdrawOpenMailsOf = async (db: Db, { project, patient, reason }: Ended) => {
  const studiesIn = (table: 'studies' | 'access_requests') =>
    db.selectFrom(table).select('study_id').where('project_id', '=', project).where('patient_id', '=', patient)
  for (const { study_id } of await studiesIn('studies').union(studiesIn('access_requests')).execute())
    await withdrawAccessMails(db, project, { patient_id: patient, study_id }, outdatedBy.revoked, reason)
}

/** For a record that is back: queues again what says that a scan is open, and a report of it shared, if they are. */
export const requeueOpenMailsOf = async (db: Db, { project, patient, reason }: Ended) => {
  const rows = await db
    .selectFrom('studies')
    .select(['study_id', 'released_at'])
    .where('project_id', '=', project)
    .where('patient_id', '=', patient)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('open_studies')
          .select('open_studies.study_id')
          .whereRef('open_studies.project_id', '=', 'studies.project_id')
          .whereRef('open_studies.study_id', '=', 'studies.study_id'),
      ),
    )
    .$narrowType<{ released_at: Record<string, string> }>()
    .execute()
  for (const { study_id, released_at: released } of rows) {
    const scan = { patient_id: patient, study_id }
    const { keys } = await accessMailsOf(db, project, scan, ['approved', 'restored'])
    const ofReports = keysOf(released).map((instance) =>
      reportKeyOf(scan, { instance, released_at: released[instance] ?? null }),
    )
    await requeueMails(db, { project, idempotencyKeys: [...keys, ...ofReports], reason })
  }
}

/** Notifies the patient, in the decision's transaction. */
export const mailDecision = async ({ config }: Needs, { db, user }: Deciding, request: AccessMail, kind: Outcome) => {
  await withdrawAccessMails(db, user.project, request, outdatedBy[kind])
  const to = { project: user.project, patient: request.patient_id }
  if (!(await notifyPatient(db, to, kind === 'revoked' || kind === 'restored' ? 'access_ended' : 'requests'))) return
  const [name, words] = [await projectName(db, user.project), await wordsFor(db, to)]
  const { t } = words
  const { subject, body } = textsIn(words)[kind]
  await queueMail(db, {
    ...to,
    to: [request.email],
    subject: `${subject} · ${name}`,
    body: [
      t('Hello {name},', { name: request.first_name }),
      body,
      `${config.publicUrl}${pageAddresses.scan}`,
      name,
    ].join('\n\n'),
    idempotencyKey: accessKeyOf(kind, request.request_id),
    series: accessSeriesOf(request),
  })
}

/**
 * For a scan that is open to the patient again: the mail that the access ended is withdrawn, so nothing is said, unless the patient was
 * told of the end, or was never told that it is open. `isLongClosed`: for so long that the mails about it are gone.
 */
export const mailAccessRestored = async (
  needs: Needs,
  context: Deciding,
  open: AccessMail,
  { isLongClosed }: { isLongClosed: boolean },
) => {
  const project = context.user.project
  const { mails } = await accessMailsOf(context.db, project, open, ['approved', 'restored', 'revoked'])
  const isEnd = (key: string) => key.startsWith(accessKeyOf('revoked', ''))
  const last = mails.findLast(
    ({ idempotency_key, status, withdrawn }) => !isEnd(idempotency_key) || !(withdrawn || status === 'queued'),
  )
  if (last ? isEnd(last.idempotency_key) || last.withdrawn : isLongClosed)
    await mailDecision(needs, context, open, 'restored')
  else await withdrawAccessMails(context.db, project, open, outdatedBy.restored)
}
