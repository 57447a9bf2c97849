import { type ActionsByKind, neutral, request } from '../../platform/audit/action-rules.ts'

export const signInAuditActions = {
  rights: {
    'account.register_identity': request('Finished the sign-up'),
    'account.link_identity': neutral('Connected another way to sign in'),
  },
  other: {
    'session.start': neutral('Signed in'),
    'session.verify': neutral('Started to sign in'),
    'session.end': neutral('Signed out'),
    'session.end_all': neutral('Signed out everywhere'),
    'session.switch_project': neutral('Changed to another project'),
  },
  'failed-sign-ins': {
    'session.refused': neutral(null, { staff: 'Tried to sign in', isRefusal: true }),
  },
} satisfies ActionsByKind
