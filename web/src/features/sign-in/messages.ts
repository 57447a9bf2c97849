import { messages as platform } from '../../platform/base/messages.ts'
import { t } from '../../platform/language/t.ts'

/** Texts of registration, sign-in and passwords; those of the specification are word for word. */
export const messages = {
  registered: t('Registration successful!'),
  registrationRefused: t('Registration error. Please check your details.'),
  registrationFailed: t('Something went wrong in registration. Please try again.'),
  notRegistered: t('Failed to register.'),
  mobileMissing: t('Mobile number is required'),
  passwordsDiffer: t('Passwords do not match'),
  nameInPassword: t('Your password contains this name. Please go back and choose another password.'),
  acceptTerms: t('Please accept the terms and conditions!'),

  ...platform.identity,
  credentials: t('Failed to authenticate. Check credentials.'),

  confirmAddress: t('Confirm my email address'),

  severalProjects: t('You have accounts at several clinics or studies. You can switch later in the account menu.'),
  projectNotOpened: t('The clinic or study could not be opened. Please try again.'),

  sendReset: t('Send Reset Email'),
  sendingReset: t('Sending Email...'),
  resetSent: t('Password reset email sent successfully. Check your inbox.'),
  unknownEmail: t('Email address does not exist. Please enter a valid email.'),
  resetNotStarted: t('Failed to initiate password reset. Please try again.'),
  resetError: t('An error occurred while initiating the password reset.'),
  resetFailed: t('Password reset failed'),
  unexpected: t('An unexpected error occurred'),
}

/** Title and lead of the sign-in pages. */
export const intros = {
  patients: {
    title: t('Patients and volunteers'),
    lead: t('Your gateway to portable MRI: book a scan, see your results, and share them with your physician.'),
  },
  physicians: {
    title: t('Physicians and care teams'),
    lead: t('For physicians, MRI technologists, and nurses: your patients, their scans, and their files in one place.'),
  },
}
