import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const accountsAuditActions = {
  'account.confirm_email': { kind: 'rights', access: 'neutral', words: 'Confirmed a new email address' },
  'account.stop_email_change': {
    kind: 'rights',
    access: 'neutral',
    words: 'Stopped a change of the email address from the old address',
  },
  'account.undo_email_change': {
    kind: 'rights',
    access: 'neutral',
    words: 'Restored the old email address with a link sent to it',
  },
  'account.hold_email_change': {
    kind: 'rights',
    access: 'neutral',
    words: 'Signed everyone out with a link sent to the old email address, which another account or record now uses',
  },
  'account.cancel_email_change': { kind: 'rights', access: 'neutral', words: 'Canceled a change of the email address' },
  'account.reset_request': { kind: 'rights', access: 'work', words: 'Asked for a link to choose a new password' },
  'account.reset_complete': { kind: 'rights', access: 'neutral', words: 'Chose a new password' },
  'account.change_password': { kind: 'rights', access: 'neutral', words: 'Changed the password' },
  'account.set_language': { kind: 'rights', access: 'neutral', words: 'Chose the language of the portal' },
  'account.ask_closure': { kind: 'rights', access: 'neutral', words: 'Asked to close the account' },
  'account.take_back_closure': {
    kind: 'rights',
    access: 'neutral',
    words: 'Withdrew the request to close the account',
  },
  'account.read_closure': {
    kind: 'rights',
    access: 'reading',
    words: 'Read your request to close your account',
    staff: 'Read the patient’s request to close the account',
  },
  'account.decline_closure': { kind: 'rights', access: 'work', words: 'Declined to close the account' },
} satisfies AuditActions
