import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const signInAuditActions = {
  'account.register_identity': { kind: 'rights', access: 'request', words: 'Finished the sign-up' },
  'account.link_identity': { kind: 'rights', access: 'aside', words: 'Connected another way to sign in' },
  'session.start': { kind: 'other', access: 'aside', words: 'Signed in' },
  'session.verify': { kind: 'other', access: 'aside', words: 'Started to sign in' },
  'session.end': { kind: 'other', access: 'aside', words: 'Signed out' },
  'session.end_all': { kind: 'other', access: 'aside', words: 'Signed out everywhere' },
  'session.switch_project': { kind: 'other', access: 'aside', words: 'Changed to another project' },
  'session.refused': {
    kind: 'failed-sign-ins',
    access: 'aside',
    words: null,
    staff: 'Tried to sign in',
    isRefusal: true,
  },
} satisfies AuditActions
