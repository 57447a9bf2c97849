/** What the pages of one's own account say; sentences of the specification stand word for word. */
export const messages = {
  title: 'Account and devices',
  lead: 'How you sign in, and where you are signed in.',
  failed: 'Your account could not be loaded. Please try again.',
  retry: 'Retry',

  signIn: 'How you sign in',
  email: 'E-mail address',
  signInEmail: 'Sign in with',
  ways: 'Ways to sign in',
  password: 'Password',
  identity: 'An account of your sign-in provider',
  pending: (address: string) =>
    `A change to ${address} waits for confirmation: open the link in the mail sent to that address within 24 hours.`,
  keep: 'Keep the old address',
  kept: 'Your e-mail address stays as it is.',
  notKept: 'The change could not be stopped. Please try again.',
  changeEmail:
    'You change your e-mail address in your profile. It takes effect once you confirm it from the new address.',
  toProfile: 'Go to my profile',

  passwordTitle: 'Change your password',
  passwordLead: (email: string) => `We send a link to ${email}. It works for 30 minutes, and signs you out everywhere.`,
  sendReset: 'Send Reset Email',
  sendingReset: 'Sending Email...',
  resetSent: 'Password reset email sent successfully. Check your inbox.',
  resetNotStarted: 'Failed to initiate password reset. Please try again.',
  resetError: 'An error occurred while initiating the password reset.',

  sessions: 'Where you are signed in',
  sessionsLead: 'If you do not recognize a device, end its session and change your password.',
  sessionsFailed: 'Your sessions could not be loaded. Please try again.',
  current: 'This device',
  lastUsed: (time: string) => `Last used ${time}`,
  started: (time: string) => `Signed in ${time}`,
  end: 'End',
  endOf: (device: string, time: string) => `End the session of ${device}, signed in ${time}`,
  ended: 'The session has ended.',
  notEnded: 'The session could not be ended. Please try again.',
  endAll: 'Sign out everywhere',
  endAllText: 'Every session ends, on this device too. What you typed and did not send is discarded.',
  cancel: 'Cancel',

  confirming: 'Confirming your new e-mail address',
  confirmTitle: 'Your new e-mail address',
  unexpected: 'An unexpected error occurred',
  toSignIn: 'Go to sign in',
} as const
