/** With the update that gives mails up: what did not reach a patient is shown with the emails of the record, as staff must know it. */
export const listUnsent = (update: string) => `with unsent as (${update} returning *)
  insert into patient_emails (project_id, email_id, patient_id, to_email, cc, bcc, subject, message, sent_by_name, sent_date)
  select m.project_id, m.mail_id, m.patient_id, m.to_addresses, m.cc, m.bcc, m.subject, m.body, j.name, m.created_at
    from unsent m join projects j on j.project_id = m.project_id
    join patients p on p.project_id = m.project_id and p.patient_id = m.patient_id and p.email = any(m.to_addresses)
   where m.status = 'failed'
  on conflict do nothing`
