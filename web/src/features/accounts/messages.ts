/** What the pages of one's own account say; sentences of the specification stand word for word. */
export const messages = {
  title: 'Account and devices',
  lead: 'How you sign in, and where you are signed in.',
  failed: 'Your account could not be loaded. Please try again.',
  retry: 'Retry',

  signIn: 'How you sign in',
  email: 'Email address',
  signInEmail: 'Sign in with',
  ways: 'Ways to sign in',
  password: 'Password',
  identity: 'An account with your sign-in provider',
  keep: 'Keep my address',
  kept: 'Your email address stays as it is.',
  changeEmail:
    'You change your email address in your profile. It takes effect once you confirm it from the new address.',
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
  endAllText:
    'You will be signed out on every device, including this one. Anything you typed but did not send will be lost.',
  cancel: 'Cancel',

  confirming: 'Confirming your new email address',
  confirmTitle: 'Your new email address',
  unexpected: 'An unexpected error occurred',
  toSignIn: 'Go to sign in',
  proposed: (address: string) =>
    `Our staff entered ${address} as the new email address of your account. If you accept, you will sign in with it from now on and be signed out everywhere else.`,
  prove: (address: string) =>
    `To use ${address} as the email address of your account from now on, enter the password of your account.`,
  useAddress: 'Use this address',
  signInInstead: 'If you sign in without a password, sign in first and then open the link in the email again.',
  tryAgain: 'Try again',
  stopTitle: 'Keep your email address',
  stopLead: 'Someone asked to change the email address of your account. If you do not want this, stop it here.',
  notStopped: 'The change could not be stopped. Please try again.',
} as const
