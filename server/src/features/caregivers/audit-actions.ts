import { type ActionsByKind, neutral, reading, work } from '../../platform/audit/action-rules.ts'

export const caregiverAuditActions = {
  rights: {
    'caregiver.list': reading('Looked at who may act for you', { staff: 'Looked at the caregivers' }),
    'caregiver.invite': work('Invited someone to act for you', { staff: 'Invited a caregiver' }),
    'caregiver.change': work('Changed what someone may do for you', { staff: 'Changed what a caregiver may do' }),
    'caregiver.end': work('Removed someone’s permission to act for you', { staff: 'Removed a caregiver’s access' }),
  },
  other: {
    'session.act_for': neutral('Switched to another person', { staff: 'Switched between people to act for' }),
  },
} satisfies ActionsByKind
