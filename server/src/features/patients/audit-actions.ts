import { type ActionsByKind, neutral, noRecord, reading, request, work } from '../../platform/audit/action-rules.ts'

export const patientsAuditActions = {
  records: {
    'patient.read': reading('Opened your profile and medical information', {
      staff: 'Opened the profile and medical information',
    }),
    'patient.update': request('Changed your profile', { staff: 'Changed the profile' }),
    'patient.propose_email': request('Proposed a new email address for you, which you have to confirm', {
      staff: 'Proposed a new email address, which the patient has to confirm',
    }),
    'patient.correct_email': work('Changed the email address of your record before you signed up', {
      staff: 'Changed the email address before the patient signed up; an open invitation went to the new one',
    }),
    'patient.update_medical': request('Changed your medical information', { staff: 'Changed the medical information' }),
    'patient.list': noRecord({ staff: 'Looked at the patient list' }),
    'patient.focus': neutral(null, { staff: 'Selected this record' }),
  },
  deletions: {
    'patient.delete': work('Deleted your record', { staff: 'Deleted the record', hasText: true }),
    'patient.restore': work('Restored your deleted record', { staff: 'Restored the deleted record' }),
    'patient.purge': neutral(null, { staff: 'Permanently removed the deleted record' }),
  },
  exports: {
    'patient.export': neutral('Worked with your record', { staff: 'Exported patients', hasText: true }),
  },
} satisfies ActionsByKind
