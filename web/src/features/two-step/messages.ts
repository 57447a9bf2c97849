import { failureSentence, isUncertain } from '../../platform/http/failure.ts'
import { t } from '../../platform/language/t.ts'

/** What the second step of a sign-in says. */
export const messages = {
  verifyTitle: t('Confirm it’s you'),
  verifyLead: t('Your account has a second step. It keeps others out, even if they know your password.'),
  enrollTitle: t('Set up a second step'),
  enrollLead: t(
    'Your clinic asks for a second step when you sign in. It keeps others out, even if they know your password. It takes about a minute.',
  ),
  recoverLead: t('Set up a new second step. The one you lost will stop working. It takes about a minute.'),
  mailLead: t(
    'Your clinic asks for a code by email when you sign in. It keeps others out, even if they know your password.',
  ),
  help: t('Need help? Call us:'),
  failed: t('This could not be loaded. Please try again.'),
  signOut: t('Sign out'),
  tryAgain: t('This did not work. Please try again.'),
  noAnswer: t('The portal did not respond. Please try again.'),

  usePasskey: t('Use a passkey'),
  passkeyHint: t('Your face, your fingerprint, or your device’s PIN'),
  code: t('Code from your authenticator app'),
  codeHint: t('The 6 digits that the app shows now'),
  confirm: t('Confirm'),
  otherWay: t('Use another way'),
  recovery: t('Recovery code'),
  recoveryHint: t('One of the 10 codes that you saved. Each works once.'),
  sendMail: t('Email me a code'),
  mailed: t('We have sent you a code. It works for 10 minutes.'),
  mailCode: t('Code from the email'),
  password: t('Your password'),
  lost: t('Lost all of this? Please call your clinic.'),

  addPasskey: t('Add a passkey'),
  addPasskeyHint: t('The easiest way: your face, your fingerprint, or your device’s PIN, and no password.'),
  addApp: t('Add an authenticator app'),
  addAppHint: t('An app on your phone shows a new code every 30 seconds.'),
  scan: t('Scan this code with your authenticator app. Or type the key into the app.'),
  qr: t('QR code for your authenticator app'),
  key: t('Key'),
  firstCode: t('Current code from the app'),
  add: t('Add'),
  cancel: t('Cancel'),
  passkeyName: t('Name of the passkey'),
  passkeyNameHint: t('So you can recognize it, such as “My phone”'),

  codesTitle: t('Your recovery codes'),
  codesLead: t(
    'Keep these codes in a safe place. Each one lets you in once if you lose your second step. You will not see them again.',
  ),
  copy: t('Copy'),
  copied: t('Copied'),
  print: t('Print'),
  lostCodes: t(
    'The portal did not respond. Your old codes may no longer work. Press “Make new recovery codes” again to get a new list.',
  ),
  addedAnyway: t('The portal did not respond, but your second step was added.'),
  addedUnseen: t(
    'The portal did not respond, but your second step was added. You have not seen your recovery codes yet. Press “Make new recovery codes” to get a list.',
  ),
  later: t('Do this later'),
  keptThem: t('I’ve saved them'),
  leaveCodes: {
    title: t('Have you saved your codes?'),
    text: t('They are shown only this time. If you leave, you will not see them again.'),
    stay: t('Stay'),
    leave: t('Leave'),
  },

  title: t('Two-step sign-in'),
  lead: t('A second step keeps others out of your account, even if they know your password.'),
  off: t('Two-step sign-in is off.'),
  passkey: t('Passkey'),
  app: t('Authenticator app'),
  added: (day: string) => t('Added {day}', { day }),
  lastUsed: (time: string) => t('Last used {time}', { time }),
  neverUsed: t('Not used yet'),
  remove: t('Remove'),
  removeOf: (name: string) => t('Remove {name}', { name }),
  removed: t('Removed. Every other device was signed out.'),
  codesLeft: (count: number) =>
    t('{count, plural, one {# recovery code is left.} other {# recovery codes are left.}}', { count }),
  newCodes: t('Make new recovery codes'),
  newCodesTitle: t('Make new recovery codes?'),
  newCodesText: t('Your old codes stop working right away. The new ones are shown only this time.'),
  removeTitle: t('Remove this way to sign in?'),
  removeText: (name: string) =>
    t('You can no longer use “{name}” to sign in here. Every other device is signed out.', { name }),
  addAnother: t('Add another way to sign in'),

  confirmIt: {
    lead: t('This is an important step, so we check that it is really you.'),
    signInAgain: t('To do this, sign out and sign in again. For 5 minutes after that, you will not be asked again.'),
    signOut: t('Sign out now'),
  },

  undo: {
    title: t('Remove a second step'),
    lead: t(
      'A second step for signing in was added to your account. If this was not you, remove it here. Every device is signed out, and your old password stops working.',
    ),
    button: t('This was not me, remove it'),
    toSignIn: t('Sign in'),
  },
} as const

/** Of what a second step could not be shown, added or changed for. A page that is reloaded forgets that codes were not seen. */
export const sentenceOf = (error: unknown) =>
  isUncertain(error) ? messages.noAnswer : failureSentence(error, messages.tryAgain)
