import { messages as platform } from '../../platform/base/messages.ts'

/** Texts of registration, sign-in and passwords; those of the specification stand word for word. */
export const messages = {
  registered: 'Registration successful!',
  registrationRefused: 'Registration error. Please check your details.',
  registrationFailed: 'Something went wrong in registration. Please try again.',
  notRegistered: 'Failed to register.',
  passwordsMatch: 'Passwords match',
  passwordsDiffer: 'Passwords do not match',
  acceptTerms: 'Please accept the terms and conditions!',

  ...platform.identity,
  credentials: 'Failed to authenticate. Check credentials.',

  confirmAddress: 'Confirm my address',

  severalProjects: 'You belong to several projects. You can change later in the account menu.',
  projectNotOpened: 'The project could not be opened. Please try again.',

  sendReset: 'Send Reset Email',
  sendingReset: 'Sending Email...',
  resetSent: 'Password reset email sent successfully. Check your inbox.',
  unknownEmail: 'Email address does not exist. Please enter a valid email.',
  resetNotStarted: 'Failed to initiate password reset. Please try again.',
  resetError: 'An error occurred while initiating the password reset.',
  resetFailed: 'Password reset failed',
  unexpected: 'An unexpected error occurred',
}
