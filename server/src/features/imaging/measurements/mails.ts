import { pageAddresses } from '@fornix/contract'
import { accessSeriesOf } from '../../../clinic/records/access-mails.ts'
import { notifyPatient } from '../../../clinic/records/notify-patient.ts'
import { wordsFor } from '../../../clinic/records/patient-language.ts'
import type { Db } from '../../../platform/database/db.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { keyOf, type Released, reader } from './queries.ts'

/** Notifies the patient that there is a report, without its content; sends nothing if the scan is not open to them. */
export const mailReportReleased = async (db: Db, publicUrl: string, report: Released) => {
  const found = await reader(db, report)
  if (!found?.patient || !found.is_open) return
  const { project, patient, email, first_name, name, released_at } = found
  const to = { project, patient }
  if (!(await notifyPatient(db, to, 'reports'))) return
  const { t } = await wordsFor(db, to)
  await queueMail(db, {
    ...to,
    to: [email],
    subject: t('A report for you · {clinic}', { clinic: name }),
    body: [
      t('Hello {name},', { name: first_name }),
      t('Your care team shared a report with you. Sign in to read it:'),
      `${publicUrl}${pageAddresses.scan}`,
      name,
    ].join('\n\n'),
    idempotencyKey: keyOf({ ...report, patient, released_at }),
    series: accessSeriesOf(report),
  })
}
