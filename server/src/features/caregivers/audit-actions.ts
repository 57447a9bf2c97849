import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const caregiverAuditActions = {
  'caregiver.list': {
    kind: 'rights',
    access: 'reading',
    words: 'Looked at who may act for you',
    staff: 'Looked at the caregivers',
  },
  'caregiver.invite': {
    kind: 'rights',
    access: 'work',
    words: 'Invited someone to act for you',
    staff: 'Invited a caregiver',
  },
  'caregiver.change': {
    kind: 'rights',
    access: 'work',
    words: 'Changed what someone may do for you',
    staff: 'Changed what a caregiver may do',
  },
  'caregiver.end': {
    kind: 'rights',
    access: 'work',
    words: 'Removed someone’s permission to act for you',
    staff: 'Removed a caregiver’s access',
  },
  'session.act_for': {
    kind: 'other',
    access: 'neutral',
    words: 'Switched to another person',
    staff: 'Switched between people to act for',
  },
} satisfies AuditActions
