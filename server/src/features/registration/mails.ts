/** At most one such mail an hour and address, however often somebody tries to register with it. */
export const alreadyRegisteredMail = (site: string, { project, email }: { project: string; email: string }) => ({
  project,
  to: [email],
  subject: 'You already have an account',
  body: [
    'Hello,',
    'Someone, probably you, tried to register with this email address. It already has an account with us, and nothing has changed.',
    `Sign in: ${site}/patients`,
    `Choose a new password: ${site}/patient/reset-password`,
  ].join('\n\n'),
  idempotencyKey: `already:${email.toLowerCase()}:${new Date().toISOString().slice(0, 13)}`,
})
