import { t } from '../../platform/language/t.ts'

export const messages = {
  title: t('Check a signed form'),
  lead: t(
    'Choose the PDF of a signed authorization form. We check if it was signed in this portal and if it has changed since. The file stays on your device.',
  ),
  choose: t('Choose a file'),
  checking: t('Checking the file'),
  known: (day: string) => t('This form was signed in this portal on {day} and has not changed since.', { day }),
  replaced: (day: string) =>
    t('This form was signed in this portal on {day} and has not changed since. A newer copy has one more signature.', {
      day,
    }),
  unknown: t('We don’t recognize this file.'),
  unknownHint: t('The file was not signed in this portal, or it has changed since.'),
  /** The certificate is the clinic’s, the words are not. */
  sent: t('The pages are as the signer sent them. The clinic did not write them.'),
  failed: t('The file could not be checked. Please try again.'),
  unreadable: t('This file could not be read. Please choose it again.'),
  retry: t('Try again'),
  /** The file that the response is about. */
  about: (name: string) => t('File: {name}', { name }),
}
