import { met, missing, notOurs, partly, section } from '../line.ts'
import * as access from '../proofs/access.ts'
import * as accounts from '../proofs/accounts.ts'
import {
  freshProof,
  oneTimeCodes,
  passkeyFrom,
  passkeys,
  recoveryCodes,
  secondFactor,
  witnessedRecovery,
} from '../proofs/factors.ts'
import * as places from '../proofs/places.ts'
import * as records from '../proofs/records.ts'

const noDevices = 'no such authenticators'

export const aal2 = section('Section 2.2, assurance level 2', [
  met('2.2.1', 'Two factors, of the kinds that are named', secondFactor),
  met('2.2.2', 'One of them resists replay, and one that resists phishing is offered', passkeys, oneTimeCodes),
  partly(
    '2.2.3',
    'A new proof after a day, and after an hour without activity',
    'ours come sooner: 20 minutes, half a day for staff and a day for patients; they ask for one factor',
    accounts.idleEnd,
    accounts.absoluteEnd,
  ),
])

export const authenticators = section('Section 3.1, authenticators that are used here', [
  met('3.1.1.1', 'A password is chosen by its owner, or random', accounts.passwordRules, accounts.invitation),
  met('3.1.1.2 (length)', 'A password alone has 15 characters, one beside a factor 8', accounts.passwordLength),
  missing(
    '3.1.1.2 (composition)',
    'No kinds of characters are asked for',
    'four are: the specification fixes them',
    accounts.passwordRules,
  ),
  met('3.1.1.2 (long)', '64 characters and more, of all alphabets, are taken', accounts.passwordWhole),
  met('3.1.1.2 (rotation)', 'None runs out', {
    where: ['docs/decisions/0059-password-and-closing.md'],
    texts: [['docs/decisions/0059-password-and-closing.md', 'The password is changed with the current one']],
  }),
  partly(
    '3.1.1.2 (blocklist)',
    'Known and expected ones are refused',
    'the 100,000 most used and the words of the record; no larger list of breaches',
    accounts.commonPasswords,
    accounts.ownWords,
  ),
  met('3.1.1.2 (hints)', 'No hints, no questions', {
    where: ['docs/ACCESS.md'],
    tests: [['server/test/matrix.test.ts', 'the table has every call of the specification, once']],
  }),
  met('3.1.1.2 (guidance)', 'People are told how to choose', accounts.passwordRules),
  partly('3.1.1.2 (managers)', 'Password managers and pasting work', 'nothing hinders them; no test pastes', {
    where: ['web/src/ui/form/PasswordField.tsx'],
  }),
  met('3.1.1.2 (storage)', 'Salted and slowly hashed', accounts.passwordHash),
  met('3.1.2', 'Look-up secrets', recoveryCodes),
  notOurs('3.1.3', 'Out-of-band devices', noDevices),
  met('3.1.4', 'One-time passwords, one factor', oneTimeCodes),
  notOurs('3.1.5', 'One-time passwords, several factors', noDevices),
  met('3.1.6', 'Cryptographic authenticators, one factor', passkeys),
  met('3.1.7', 'Cryptographic authenticators, several factors', passkeys),
])

export const general = section('Section 3.2, rules of all authenticators', [
  notOurs('3.2.1', 'Physical authenticators', noDevices),
  met('3.2.2', 'At most a hundred failures in a row', accounts.guessing),
  notOurs('3.2.3', 'Biometrics', noDevices),
  notOurs('3.2.4', 'Attestation', noDevices),
  partly(
    '3.2.5',
    'Phishing gains nothing',
    'passkeys resist phishing; codes and passwords, which stay allowed beside them, do not',
    passkeys,
  ),
  met('3.2.6', 'Verifier and provider speak over a protected channel', accounts.identityProvider, places.outgoing),
  met('3.2.7', 'A replayed answer gains nothing', passkeyFrom, oneTimeCodes),
  met('3.2.8', 'People mean it when they sign in', passkeys),
  notOurs('3.2.9', 'Restricted authenticators', 'no phone codes'),
  notOurs('3.2.10', 'Activation secrets', noDevices),
  notOurs('3.2.11', 'Connected authenticators', noDevices),
  met('3.2.12', 'Random values are random', accounts.reset, accounts.invitation),
])

export const recovery = section('Section 4.2, account recovery', [
  met('4.2.1.1', 'Saved recovery codes work once and are kept as hashes', recoveryCodes),
  met('4.2.2.2', 'At AAL2 one recovers by a code and a factor, or by proving again who one is', witnessedRecovery),
  met('4.2.3', 'Every known address is told of a recovery, and how to stop it', witnessedRecovery),
])

export const sessions = section('Section 5, sessions', [
  met(
    '5.1',
    'A session is bound by a secret that its browser alone has, and ends for good',
    accounts.refreshToken,
    accounts.signOut,
    accounts.accessToken,
  ),
  met('5.1.1', 'Cookies are for one host, over TLS, out of reach of scripts', accounts.cookies),
  met('5.1.2', 'An access token is no proof that somebody is there', accounts.accessToken, accounts.idleEnd),
  met('5.1 (other sites)', 'No other page uses a session', access.crossSite),
  met('5.2', 'Sessions end after their times', accounts.idleEnd, accounts.absoluteEnd),
  met('5.2 (acts)', 'A sensitive act takes a fresh proof', freshProof),
  partly(
    '5.3',
    'Sessions are watched for signs of misuse',
    'copied tokens end a session, unusual reading is told to admins; places and devices are not compared',
    accounts.refreshToken,
    records.unusualAccess,
  ),
])
