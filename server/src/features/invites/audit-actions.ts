import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const invitesAuditActions = {
  'invite.send': {
    kind: 'rights',
    access: 'work',
    words: 'Invited you to the portal',
    staff: 'Invited the patient to the portal',
  },
  'invite.accept': { kind: 'rights', access: 'request', words: 'Accepted the invitation' },
  'provider.invite': { kind: 'rights', access: 'none', staff: 'Invited a provider' },
  'provider.register': { kind: 'rights', access: 'none', staff: 'Accepted the invitation as a provider' },
} satisfies AuditActions
