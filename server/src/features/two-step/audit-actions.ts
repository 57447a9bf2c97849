import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const twoStepAuditActions = {
  'two_step.prove': { kind: 'rights', access: 'neutral', words: 'Confirmed a sign-in with a second step' },
  'two_step.add': { kind: 'rights', access: 'neutral', words: 'Added a second step for signing in' },
  'two_step.remove': { kind: 'rights', access: 'neutral', words: 'Removed a second step for signing in' },
  'two_step.undo': {
    kind: 'rights',
    access: 'neutral',
    words: 'Removed a new second step with the link from the email',
  },
  'two_step.new_codes': { kind: 'rights', access: 'neutral', words: 'Made new recovery codes' },
  'account_recovery.start': {
    kind: 'rights',
    access: 'neutral',
    words: 'Asked to recover the account, because all second steps are lost',
  },
  'account_recovery.confirm': {
    kind: 'rights',
    access: 'work',
    words: 'Confirmed in person who you are, to recover the account',
    staff: 'Confirmed the person’s identity in person, to recover the account',
  },
  'account_recovery.confirm_elsewhere': {
    kind: 'rights',
    access: 'work',
    words: 'Another clinic confirmed in person who you are, to recover the account',
    staff: 'Another clinic confirmed the person’s identity, to recover the account',
  },
  'account_recovery.stop': { kind: 'rights', access: 'work', words: 'Stopped the recovery of the account' },
  'account_recovery.use': {
    kind: 'rights',
    access: 'neutral',
    words: 'Gave the code to finish the recovery of the account',
  },
  'account_recovery.done': {
    kind: 'rights',
    access: 'neutral',
    words: 'Recovered the account: a new second step took the place of the old ones',
  },
  'account_recovery.list': { kind: 'rights', access: 'none', staff: 'Looked at the accounts that are being recovered' },
  'project.change_two_step': { kind: 'rights', access: 'none', staff: 'Changed who needs two steps to sign in' },
} satisfies AuditActions
