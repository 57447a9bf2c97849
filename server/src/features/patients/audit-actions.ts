import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const patientsAuditActions = {
  'patient.read': {
    kind: 'records',
    access: 'reading',
    words: 'Opened your profile and medical information',
    staff: 'Opened the profile and medical information',
  },
  'patient.update': { kind: 'records', access: 'request', words: 'Changed your profile', staff: 'Changed the profile' },
  'patient.propose_email': {
    kind: 'records',
    access: 'request',
    words: 'Proposed a new email address for you, which you have to confirm',
    staff: 'Proposed a new email address, which the patient has to confirm',
  },
  'patient.correct_email': {
    kind: 'records',
    access: 'work',
    words: 'Changed the email address of your record before you signed up',
    staff: 'Changed the email address before the patient signed up; an open invitation went to the new one',
  },
  'patient.update_medical': {
    kind: 'records',
    access: 'request',
    words: 'Changed your medical information',
    staff: 'Changed the medical information',
  },
  'patient.delete': {
    kind: 'deletions',
    access: 'work',
    words: 'Deleted your record',
    staff: 'Deleted the record',
    hasText: true,
  },
  'patient.restore': {
    kind: 'deletions',
    access: 'work',
    words: 'Restored your deleted record',
    staff: 'Restored the deleted record',
  },
  'patient.list': { kind: 'records', access: 'none', staff: 'Looked at the patient list' },
  'patient.focus': { kind: 'records', access: 'neutral', words: null, staff: 'Selected this record' },
  'patient.export': {
    kind: 'exports',
    access: 'neutral',
    words: 'Worked with your record',
    staff: 'Exported patients',
    hasText: true,
  },
  'patient.purge': {
    kind: 'deletions',
    access: 'neutral',
    words: null,
    staff: 'Permanently removed the deleted record',
  },
} satisfies AuditActions
