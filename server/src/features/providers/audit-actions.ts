import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const providerAuditActions = {
  'provider.list': { kind: 'rights', access: 'none', staff: 'Looked at the provider list' },
  'provider.read': { kind: 'rights', access: 'none', staff: 'Opened the profile of a provider' },
  'provider.update': { kind: 'rights', access: 'none', staff: 'Changed the profile of a provider' },
  'provider.change_role': { kind: 'rights', access: 'none', staff: 'Changed the role of a provider' },
  'provider.rename': { kind: 'rights', access: 'none', staff: 'Changed the name of a provider' },
  'provider.propose_email': { kind: 'rights', access: 'none', staff: 'Proposed a new email address for a provider' },
  'provider.correct_email': {
    kind: 'rights',
    access: 'none',
    staff: 'Changed the email address of a provider who had not signed up; an open invitation went to the new one',
  },
  'provider.delete': { kind: 'deletions', access: 'none', staff: 'Deleted a provider' },
} satisfies AuditActions
