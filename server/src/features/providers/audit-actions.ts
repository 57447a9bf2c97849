import { type ActionsByKind, noRecord } from '../../platform/audit/action-rules.ts'

export const providerAuditActions = {
  rights: {
    'provider.list': noRecord({ staff: 'Looked at the provider list' }),
    'provider.read': noRecord({ staff: 'Opened the profile of a provider' }),
    'provider.update': noRecord({ staff: 'Changed the profile of a provider' }),
    'provider.change_role': noRecord({ staff: 'Changed the role of a provider' }),
    'provider.rename': noRecord({ staff: 'Changed the name of a provider' }),
    'provider.propose_email': noRecord({ staff: 'Proposed a new email address for a provider' }),
    'provider.correct_email': noRecord({
      staff: 'Changed the email address of a provider who had not signed up; an open invitation went to the new one',
    }),
  },
  deletions: {
    'provider.delete': noRecord({ staff: 'Deleted a provider' }),
  },
} satisfies ActionsByKind
