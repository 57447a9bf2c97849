import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const signInAuditActions = {
  'account.register_identity': { kind: 'rights', access: 'request', words: 'Finished the sign-up' },
  'account.link_identity': { kind: 'rights', access: 'neutral', words: 'Connected another way to sign in' },
  'session.start': { kind: 'other', access: 'neutral', words: 'Signed in' },
  'session.verify': { kind: 'other', access: 'neutral', words: 'Started to sign in' },
  'session.end': { kind: 'other', access: 'neutral', words: 'Signed out' },
  'session.end_all': { kind: 'other', access: 'neutral', words: 'Signed out everywhere' },
  'session.switch_project': { kind: 'other', access: 'neutral', words: 'Changed to another project' },
  'session.refused': {
    kind: 'failed-sign-ins',
    access: 'neutral',
    words: null,
    staff: 'Tried to sign in',
    isRefusal: true,
  },
} satisfies AuditActions
