import { type ActionsByKind, noRecord, request, work } from '../../platform/audit/action-rules.ts'

export const invitesAuditActions = {
  rights: {
    'invite.send': work('Invited you to the portal', { staff: 'Invited the patient to the portal' }),
    'invite.accept': request('Accepted the invitation'),
    'provider.invite': noRecord({ staff: 'Invited a provider' }),
    'provider.register': noRecord({ staff: 'Accepted the invitation as a provider' }),
  },
} satisfies ActionsByKind
