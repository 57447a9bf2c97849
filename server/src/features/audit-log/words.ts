import { calls } from '@fornix/contract'
import type { AuditWords } from '../../platform/audit/audit.ts'

/** An action's name for admins, if the patient's words address the patient or there are none. */
const adminWords: AuditWords = {
  'scan.list': 'Looked at the list of scans',
  'scan.arrived': 'Looked at upload results',
  'access.list': 'Looked at the requests for scans',
  'access.approve': 'Gave the patient access to a scan',
  'access.revoke': 'Revoked the patient’s access to a scan',
  'unmatched_study.list': 'Looked at the unmatched scans',
  'unmatched_study.assign': 'Added a scan to this record',
  'unmatched_study.reject': 'Rejected an unmatched scan',
  'unmatched_study.undo': 'Undid a decision about a scan',
  'unmatched_study.purge': 'Permanently removed a rejected scan',
  'patient.list': 'Looked at the patient list',
  'patient.read': 'Opened the profile and medical information',
  'account.read_closure': 'Read the patient’s request to close the account',
  'patient.summary': 'Opened the summary of the record',
  'patient.focus': 'Selected this record',
  'patient.update': 'Changed the profile',
  'patient.update_medical': 'Changed the medical information',
  'patient.propose_email': 'Proposed a new email address, which the patient has to confirm',
  'patient.correct_email':
    'Changed the email address before the patient signed up; an open invitation went to the new one',
  'patient.delete': 'Deleted the record',
  'patient.restore': 'Restored the deleted record',
  'patient.compare': 'Compared the record with another one',
  'patient.list_merges': 'Looked at the list of merged records',
  'registration.compare': 'Compared registrations with existing records',
  'patient.merge': 'Merged another record into this one',
  'patient.merge_away': 'Merged this record into another one',
  'patient.undo_merge': 'Undid a merge into this record',
  'patient.read_merged': 'Read the record while it was merged with another one',
  'patient.unmerge': 'Separated the record again',
  'patient.purge': 'Permanently removed the deleted record',
  'patient.export': 'Exported patients',
  'report.export': 'Exported a report',
  'patient.seed': 'Added sample patients',
  'appointment.list': 'Looked at the appointments',
  'appointment.scanner': 'Moved an appointment to another scanner',
  'appointment.room': 'Changed the room of an upcoming appointment',
  'week_sheet.read': 'Opened the schedule of the week',
  'day_sheet.read': 'Opened the day sheet, with medical information',
  'visit.change': 'Changed the course of a visit',
  'visit.start_uncleared': 'Started a scan without an MRI safety clearance',
  'screening.read': 'Looked at the MRI safety answers',
  'screening.review': 'Reviewed the MRI safety answers',
  'screening.fill_medical': 'Copied MRI safety answers to empty fields of the medical information',
  'care_message.inbox': 'Looked at the inbox, with the subjects of messages',
  'care_message.list': 'Looked at the list of messages',
  'care_message.read': 'Read messages',
  'care_message.assign': 'Changed who answers messages',
  'work_queue.read': 'Looked at the work queue',
  'work_queue.assign': 'Noted who takes a piece of work, and by when',
  'survey.list': 'Looked at the answers to the survey',
  'access_log.read': 'Looked at who opened their own record',
  'unusual_access.list': 'Looked at unusual access',
  'unusual_access.decide': 'Decided about unusual access to the record',
  'emergency_access.open': 'Opened the medical information in an emergency',
  'emergency_access.end': 'Ended emergency access to the record',
  'emergency_access.list': 'Looked at the list of emergency access',
  'emergency_access.read': 'Looked at what was done under emergency access',
  'emergency_access.review': 'Reviewed emergency access to the record',
  'special_care.read': 'Looked up the special care of the record',
  'special_care.mark': 'Put the record under special care',
  'special_care.unmark': 'Ended the special care of the record',
  'audit_log.read': 'Looked at this access log',
  'audit_log.export': 'Exported this access log',
  'document.list': 'Looked at the list of files',
  'file.clean': 'Checked a file for viruses and found none',
  'file.quarantine': 'Locked a file, because a virus was found in it',
  'email.list': 'Looked at the emails sent to the patient',
  'email.fill': 'Started an email to the patient',
  'email.send': 'Sent the patient an email',
  'reimbursement.list': 'Looked at the reimbursement requests',
  'provider.list': 'Looked at the provider list',
  'provider.read': 'Opened the profile of a provider',
  'provider.invite': 'Invited a provider',
  'provider.register': 'Accepted the invitation as a provider',
  'provider.update': 'Changed the profile of a provider',
  'provider.change_role': 'Changed the role of a provider',
  'provider.rename': 'Changed the name of a provider',
  'provider.propose_email': 'Proposed a new email address for a provider',
  'provider.correct_email':
    'Changed the email address of a provider who had not signed up; an open invitation went to the new one',
  'provider.delete': 'Deleted a provider',
  'admin.invite': 'Invited an admin from the command line',
  'caregiver.list': 'Looked at the caregivers',
  'caregiver.invite': 'Invited a caregiver',
  'caregiver.change': 'Changed what a caregiver may do',
  'caregiver.end': 'Ended that a caregiver may act',
  'session.act_for': 'Switched between people to act for',
  'invite.send': 'Invited the patient to the portal',
  'project.create': 'Made this project',
  'account_recovery.list': 'Looked at the accounts that are being recovered',
  'account_recovery.confirm': 'Confirmed in person who the person is, to recover the account',
  'account_recovery.confirm_elsewhere': 'Another clinic confirmed who the person is, to recover the account',
  'project.change_two_step': 'Changed who needs two steps to sign in',
  'project.change_rights': 'Changed what each role may do',
  'project.change_settings': 'Changed the project settings',
  'project.set_host': 'Set the host name of this project',
  'project.replace_certificate': 'Replaced the certificate that signs forms',
  'project.rotate_keys': 'Changed the encryption keys',
  'project.back_up': 'Made a backup',
  'project.restore': 'Restored a backup',
  'project.export': 'Closed the project for its move to another installation',
  'project.import': 'Took the project over from another installation',
  'project.release': 'Opened the project again, which did not move',
  'project.drill': 'Recorded an emergency drill',
  'project.evidence': 'Wrote a folder of evidence for auditors',
  'scheduling.change': 'Changed the opening hours',
  'scanner.add': 'Added a scanner',
  'scanner.change': 'Changed the name or the room of a scanner',
  'scanner.service': 'Took a scanner out of service, or opened it for booking again',
  'scanner.order': 'Changed the order of the scanners',
  'scanner.remove': 'Removed a scanner',
  'email_template.add': 'Added an email template',
  'email_template.change': 'Changed an email template',
  'email_template.reset': 'Gave an email template its standard text back',
  'email_template.remove': 'Removed an email template',
  'audit.begin_anchors': 'Began to sign this log',
  'audit.change_key': 'Changed the key that signs this log',
  'audit.accept_restore': 'Accepted that a restored backup explains gaps in this log',
  'session.refused': 'Tried to sign in',
  'notification.read': 'Marked a notification as read',
  'notification.read_all': 'Marked the notifications as read',
  'notification.undo_read': 'Marked the notifications as unread again',
  'feedback.submit': 'Gave feedback on the portal',
}

export const wordsForAdmins = (words: AuditWords, action: string) => adminWords[action] ?? words[action] ?? action

const summaries = new Map(Object.values(calls).map(({ method, path, summary }) => [`${method} ${path}`, summary]))
/** The refused call, by its summary: the audit row does not hold which record was meant. */
export const refusedCall = (call: string) => summaries.get(call) ?? call

const reasons: Record<string, string> = {
  not_found: 'Not found, or not available to this person',
  role: 'This role may not do that',
  right_withheld: 'The project does not let this role do that',
  field: 'This role may not change that field',
  project: 'It belongs to a different project',
  cross_site: 'It came from another website',
  unauthenticated: 'The session had ended',
  not_shared: 'The patient has not shared this with the caregiver',
  patient_only: 'Only the patient may do that, no caregiver',
  proof_required: 'It was not confirmed who it was',
  email_unverified: 'The email address was not confirmed',
  'wrong password': 'The password was wrong',
  blocked: 'Too many wrong passwords before',
  mismatch: 'What was typed did not match the record',
  ended: 'What was typed did not match the record, for the fifth time',
  'wrong entrance': 'The password was correct, but this account cannot use this sign-in page',
}
const shown: Record<string, string> = {
  pwd: 'the password',
  oidc: 'a sign-in just before',
  passkey: 'a passkey',
  otp: 'an authenticator app',
  recovery: 'a recovery code',
  mail: 'a code by email',
}
/** The passkey or app follows the kind of factor. */
const confirmation = / ?confirmed:(\w+)(:[\w-]+)?$/
/** Details of the result, and how the person confirmed it. */
export const detailOf = (result: string) =>
  result
    .replace(/^ok ?/, '')
    .replace(/ ?emergency:[\w-]+/, '. In an emergency')
    .replace(/ ?by:(\w+)(:[\w-]+)?$/, (_, by: string) => `. With ${shown[by] ?? by}`)
    .replace(confirmation, (_, by: string) => `. Confirmed with ${shown[by] ?? by}`)
    .replace(/^\. /, '')

/** `404 not_found` and similar as a sentence. */
export const reasonOf = (result: string) => {
  const reason = result.replace(confirmation, '')
  return reasons[reason.replace(/^\d{3} /, '')] ?? reason
}
