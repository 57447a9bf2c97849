/** What only staff read. */
export const staffMessages = {
  lead: 'Who needs a second step to sign in. Everyone else can set one up on the account page.',
  title: 'Two-step sign-in of the project',
  roles: 'Roles that need two steps',
  adminsAlways: 'Admins and super admins always need two steps here.',
  since: 'Required from',
  grace: 'Days to set it up',
  graceHint: 'Until then, people sign in as before and see how many days are left.',
  mail: 'A code by email is enough',
  mailHint: 'The weakest second step. It is used only for people who have set up nothing else.',
  recovery: 'Hours to wait after identity is confirmed',
  recoveryHint:
    'For people who have lost every second step: 24 to 168. For someone with several projects, the longest wait counts.',
  effect: (day: string) => `From ${day} on, these roles cannot sign in without a second step.`,
  without: (without: number, all: number) =>
    without === 0
      ? 'Everyone in these roles has one.'
      : `${without} of ${all} people in these roles have none yet. They are asked to set one up when they sign in.`,
  nobody: 'No role needs two steps.',
  advanced: 'Advanced',
  acr: 'Sign-in provider: levels that count as two steps (acr)',
  acrHint: 'The portal asks the sign-in provider for these.',
  amr: 'Sign-in provider: methods that count as two steps (amr)',
  amrHint: 'For example mfa.',
  save: 'Save',
  saved: 'Saved. This applies right away, even to people who are signed in.',
  failed: 'The settings could not be saved. Please try again.',
} as const
