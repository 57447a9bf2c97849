import { type ActionsByKind, neutral, reading, work } from '../../platform/audit/action-rules.ts'

export const accountsAuditActions = {
  rights: {
    'account.confirm_email': neutral('Confirmed a new email address'),
    'account.stop_email_change': neutral('Stopped a change of the email address from the old address'),
    'account.undo_email_change': neutral('Restored the old email address with a link sent to it'),
    'account.hold_email_change': neutral(
      'Signed everyone out with a link sent to the old email address, which another account or record now uses',
    ),
    'account.cancel_email_change': neutral('Canceled a change of the email address'),
    'account.reset_request': work('Asked for a link to choose a new password'),
    'account.reset_complete': neutral('Chose a new password'),
    'account.change_password': neutral('Changed the password'),
    'account.set_language': neutral('Chose the language of the portal'),
    'account.ask_closure': neutral('Asked to close the account'),
    'account.take_back_closure': neutral('Withdrew the request to close the account'),
    'account.read_closure': reading('Read your request to close your account', {
      staff: 'Read the patient’s request to close the account',
    }),
    'account.decline_closure': work('Declined to close the account'),
  },
} satisfies ActionsByKind
