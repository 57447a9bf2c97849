import { t } from '../../platform/language/t.ts'

/** The texts of the account pages; sentences of the specification stay word for word. */
export const messages = {
  title: t('Account and devices'),
  lead: t('How you sign in, and where you are signed in.'),
  failed: t('Your account could not be loaded. Please try again.'),
  retry: t('Retry'),

  signIn: t('How you sign in'),
  email: t('Email address'),
  signInEmail: t('Sign in with'),
  ways: t('Ways to sign in'),
  password: t('Password'),
  identity: t('Another service, such as Google'),
  passwordOrIdentity: t('Password, or another service such as Google'),
  keep: t('Keep my email address'),
  kept: t('Your email address stays as it is.'),
  changeEmail: t('To change your email, <a>go to your profile</a>.'),

  passwordTitle: t('Change your password'),
  passwordLead: t('You stay signed in here. All other devices are signed out.'),
  currentPassword: t('Current password'),
  newPassword: t('New password'),
  confirmPassword: t('Confirm password'),
  savePassword: t('Save new password'),
  notChanged: t('Your password could not be changed. Please try again.'),
  maybeChanged: t(
    'The portal did not respond, so your password may have been changed. Please sign out, and sign in with the new one. If that does not work, use the old one.',
  ),
  noPassword: t('You sign in through another service, so there is no password to change here.'),
  forgot: (email: string) =>
    t(
      'Forgot your current password? We can send a link to {email}. It works for 30 minutes, and you will be signed out everywhere.',
      { email },
    ),
  wantPassword: (email: string) =>
    t(
      'Do you want a password as well? We can send a link to {email}. It works for 30 minutes, and you will be signed out everywhere.',
      { email },
    ),
  sendReset: t('Send Reset Email'),
  sendingReset: t('Sending Email...'),
  resetSent: t('Password reset email sent successfully. Check your inbox.'),
  resetNotStarted: t('Failed to initiate password reset. Please try again.'),
  resetError: t('An error occurred while initiating the password reset.'),

  language: t('Language'),
  languageLead: t(
    'The portal, and the emails that it sends you, are in this language. The page changes as soon as you choose another.',
  ),

  otherLanguage: (portal: string, emails: string) =>
    t('The portal is in {portal}, but your emails are in {emails}. Choose one language for both.', { portal, emails }),

  sessions: t('Where you are signed in'),
  sessionsLead: t('If you do not recognize a device, end its session and change your password.'),
  sessionsFailed: t('Your sessions could not be loaded. Please try again.'),
  staff: {
    doneInYourName:
      'If someone else was signed in as you, also look at what was done in your name. Providers who were invited stay until you delete them.',
    doneKinds: { rights: 'Invitations, roles, and rights', exports: 'Exports', deletions: 'Deletions' },
  },
  current: t('This device'),
  lastUsed: (time: string) => t('Last used {time}', { time }),
  started: (time: string) => t('Signed in {time}', { time }),
  end: t('End'),
  endOf: (device: string, time: string) => t('End the session of {device}, signed in {time}', { device, time }),
  ended: t('The session has ended.'),
  notEnded: t('The session could not be ended. Please try again.'),
  endAll: t('Sign out everywhere'),
  endAllText: t(
    'You will be signed out on every device, including this one. Anything you typed but did not send will be lost.',
  ),
  cancel: t('Cancel'),

  closing: {
    title: t('Close my account'),
    lead: t('Send a request to your clinic. The clinic will answer by email. Until then, you can change your mind.'),
    loadFailed: t('We could not check whether you asked to close your account. Please try again.'),
    failed: t('This could not be saved. Please try again.'),
    ask: t('Ask to close my account'),
    effects: [
      t(
        'Once your account is closed, you can no longer sign in or see your scans, files, and messages here. Download what you want to keep first.',
      ),
      t('Your upcoming appointments are canceled, and access to your scans ends.'),
      t('Your clinic keeps your medical records for as long as the law requires. After that, they are deleted.'),
    ],
    reason: t('Why do you want to close it? (optional)'),
    reasonHint: t('Your clinic can read this.'),
    send: t('Send request'),
    asked: (day: string) =>
      t('You asked us to close your account on {day}. Your clinic has not answered yet.', { day }),
    yourReason: (reason: string) => t('Your reason: {reason}', { reason }),
    takeBack: t('Keep my account'),
    takenBack: t('You withdrew your request. Your account stays open.'),
    declined: (day: string, answer: string) =>
      t('Your clinic answered on {day}, and your account is still open. The answer: {answer}', { day, answer }),
  },

  confirming: t('Confirming your new email address'),
  confirmTitle: t('Your new email address'),
  unexpected: t('An unexpected error occurred'),
  toSignIn: t('Go to sign in'),
  proposed: (address: string) =>
    t(
      'Our staff entered {address} as the new email address of your account. If you accept, you will sign in with it from now on and be signed out everywhere else.',
      { address },
    ),
  prove: (address: string) =>
    t('To use {address} as the email address of your account from now on, enter the password of your account.', {
      address,
    }),
  useAddress: t('Use this email address'),
  signInInstead: t('If you sign in without a password, sign in first and then open the link in the email again.'),
  tryAgain: t('Try again'),
  stopTitle: t('Keep your email address'),
  stopLead: t(
    'Someone asked to change the email address of your account. If you do not want this, stop it here. If it was changed in the last 7 days, your old address comes back. Then every device is signed out, and your old password stops working.',
  ),
  notStopped: t('The change could not be stopped. Please try again.'),
} as const
