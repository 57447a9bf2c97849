/** A page that shows something of many records: only counts for readings of many at once. */
export const inboxActions = ['care_message.inbox']

/** Neither reading nor work. Everything else that staff do about a patient is work with that patient. */
export const ignoredActions = [
  'refused',
  'patient.focus',
  'patient.export',
  'patient.read_merged',
  ...inboxActions,
  'care_message.see',
  'day_sheet.read',
  'week_sheet.read',
  'emergency_access.open',
  'emergency_access.end',
  'emergency_access.read',
  'emergency_access.review',
  'special_care.read',
  'special_care.mark',
  'special_care.unmark',
  'unusual_access.decide',
]

/** What a patient does, or what arrives, and staff then check. */
export const requestActions = [
  'account.register',
  'account.register_identity',
  'invite.accept',
  'patient.update',
  'patient.update_medical',
  'patient.propose_email',
  'document.upload',
  'form.sign',
  'access.request',
  'reimbursement.add',
  'reimbursement.answer',
  'screening.submit',
  'care_message.start',
  'care_message.send',
  'contact.send',
  'appointment.book',
  'appointment.reschedule',
  'appointment.cancel',
  'survey.submit',
  'scan.arrived',
]
