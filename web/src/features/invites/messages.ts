import { t } from '../../platform/language/t.ts'

/** The texts of the invitation pages; sentences of the specification stay word for word. */
export const messages = {
  welcome: t('Welcome'),
  invites: (project: string, role: string) =>
    role === 'Patient'
      ? t('{project} invites you to its portal.', { project })
      : t('{project} invites you to its portal as {role}.', { project, role }),
  helps: (patient: string, project: string) =>
    t('You are invited to act for {patient} in the portal of {project}. You sign in with your own account.', {
      patient,
      project,
    }),
  mayDo: t('What you can do:'),
  until: (day: string) => t('Until {day}', { day }),
  stepsTitle: (count: number) => (count === 4 ? t('Four steps') : t('Three steps')),
  steps: (button: string, project: string) => [
    t('Read the Terms and Conditions, and check the box below.'),
    t(
      'Choose “{button}”, and pick the account you want to use here. Its email address may be different from the one we invited.',
      { button },
    ),
    t('Allow {project} to see your name and email address, and nothing else of that account.', { project }),
    t('You will come back here, signed in. After that, you sign in the same way.'),
  ],
  passwordSteps: [
    t('Read the Terms and Conditions, and check the box below.'),
    t('Choose a password.'),
    t('You are signed in. After that, you sign in with your email address and this password.'),
  ],
  terms: t('I have read and agree to the <a>Terms and Conditions (opens in a new tab)</a>'),
  tick: t('Check the box to continue'),
  tickAbove: t('To continue, check the box above.'),
  signUp: (label: string) => label.replace(/^Sign in/i, 'Sign Up'),
  orPassword: t('or with a password'),
  passwordLead: (email: string) => t('You will sign in with {email} and this password.', { email }),
  password: t('Password'),
  confirmPassword: t('Confirm password'),
  passwordButton: t('Sign Up with a password'),
  lost: t('Your account may already be ready. <a>Try to sign in.</a>'),
  operatorPassword: t('Choose a password instead'),
  choosePassword: t('Choose a password'),
  signedInAs: (email: string) =>
    t('You are signed in as {email}. Signing up here signs that account out in this browser.', { email }),
  working: t('Signing you up'),
  connect: t('Connect your sign-in'),
  failed: t('Authentication or profile fetch failed. Please try again.'),
  broken: t('This invitation does not work'),
  toSignIn: t('Go to sign in'),
  contact: t('Contact us'),
  retry: t('Try again'),

  operator: {
    title: t('Register as a provider'),
    lead: (project: string, role: string, email: string) =>
      t('{project} invites you as {role}. You will sign in with {email}.', { project, role, email }),
    fields: {
      first_name: t('First Name'),
      last_name: t('Last Name'),
      password: t('Password'),
      confirm_password: t('Confirm Password'),
    },
    submit: t('Register'),
    alternative: t('or without a password'),
    done: t('Operator added!'),
    doneText: t(
      'The operator has been added successfully. Please allow 15 minutes for the scans to become accessible.',
    ),
    status: (status: number) => t('Failed to add operator. Status: {status}', { status }),
    error: t('An unexpected error occurred.'),
  },

  okay: t('Okay'),
  great: t('Great!'),
  sent: t('Invite sent successfully!'),
  notSent: t('An error occurred while sending the invitation. Please try again.'),
} as const
