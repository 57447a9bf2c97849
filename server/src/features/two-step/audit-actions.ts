import { type ActionsByKind, neutral, noRecord, work } from '../../platform/audit/action-rules.ts'

export const twoStepAuditActions = {
  rights: {
    'two_step.prove': neutral('Confirmed a sign-in with a second step'),
    'two_step.add': neutral('Added a second step for signing in'),
    'two_step.remove': neutral('Removed a second step for signing in'),
    'two_step.undo': neutral('Removed a new second step with the link from the email'),
    'two_step.new_codes': neutral('Made new recovery codes'),
    'account_recovery.start': neutral('Asked to recover the account, because all second steps are lost'),
    'account_recovery.confirm': work('Confirmed in person who you are, to recover the account', {
      staff: 'Confirmed the person’s identity in person, to recover the account',
    }),
    'account_recovery.confirm_elsewhere': work(
      'Another clinic confirmed in person who you are, to recover the account',
      { staff: 'Another clinic confirmed the person’s identity, to recover the account' },
    ),
    'account_recovery.stop': work('Stopped the recovery of the account'),
    'account_recovery.use': neutral('Gave the code to finish the recovery of the account'),
    'account_recovery.done': neutral('Recovered the account: a new second step took the place of the old ones'),
    'account_recovery.list': noRecord({ staff: 'Looked at the accounts that are being recovered' }),
    'project.change_two_step': noRecord({ staff: 'Changed who needs two steps to sign in' }),
  },
} satisfies ActionsByKind
