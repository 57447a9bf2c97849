import { type RawBuilder, sql } from 'kysely'

type Condition = RawBuilder<unknown>

/** Everything of a patient, in the order in which it can be deleted. The audit trail stays. */
export const belongings = (project: string, patient: string): [table: string, condition: Condition][] => {
  const own = sql`project_id = ${project} and patient_id = ${patient}`
  const inProject = sql`project_id = ${project}`
  const files = sql`select file_id from files where ${own}`
  const studies = sql`select study_id from studies where ${own}`
  const images = sql`${inProject} and study_uid in (select study_uid from studies where ${own})`
  // Of others, too, when a scan was theirs by mistake: they speak of images that are gone.
  const onScans = sql`${inProject} and (patient_id = ${patient} or study_id in (${studies}))`
  return [
    [
      'mail_attachments',
      sql`${inProject} and (file_id in (${files}) or mail_id in (select mail_id from mail_outbox where ${own}))`,
    ],
    ['patient_emails', own],
    ['mail_outbox', own],
    ['surveys', onScans],
    ['access_requests', onScans],
    ['form_signatures', own],
    ['study_matching', sql`${inProject} and study_id in (${studies})`],
    ['archive_instances', images],
    ['archive_studies', images],
    ['studies', own],
    ['reimbursement_history', own],
    ['reimbursements', own],
    ['files', own],
    ['taken_slots', sql`${inProject} and appointment_id in (select appointment_id from appointments where ${own})`],
    ['appointments', own],
    ['notifications', own],
    ['patient_notes', own],
    ['patient_status_history', own],
    ['patient_words', own],
    ['drafts', sql`${inProject} and person_id = ${patient}`],
    ['sessions', own],
    ['invites', own],
    ['email_changes', own],
    ['patients', own],
  ]
}
