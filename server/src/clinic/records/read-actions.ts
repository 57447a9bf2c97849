/** Actions of the audit trail that only read a record. */
export const readActions = [
  'patient.read',
  'patient.summary',
  'patient.compare',
  'images.open',
  'images.list_others',
  'images.read',
  'images.thumbnail',
  'images.download',
  'measurement.list',
  'scan.list',
  'document.list',
  'document.read',
  'form.read',
  'email.list',
  'email.fill',
  'email.attachment_read',
  'reimbursement.list',
  'reimbursement.read',
  'screening.read',
  'care_message.list',
  'care_message.read',
  'appointment.list',
  'survey.list',
  'account.read_closure',
  'caregiver.list',
]

/** Pages of many records, which write a row for each record that they show something of. */
export const previewActions = ['care_message.inbox', 'day_sheet.read', 'week_sheet.read']
