import { witnessDays } from '@fornix/contract'
import { badRequest, conflict, invalidFieldsError } from '../../../platform/base/errors.ts'

export const invalidCodeError = () =>
  invalidFieldsError({ code: 'This code is not valid here. Check each letter, or ask them for a new one.' })
export const noFactorError = () =>
  conflict('To confirm someone, you need a second step of your own. Set one up on your account page.', 'no_factor')
export const ownAccountError = () => conflict('You cannot confirm yourself. Please ask two colleagues.', 'own_account')
export const relatedError = () =>
  conflict('You cannot confirm someone you help, or who helps you. Please ask a colleague.', 'related')
export const sameWitnessError = () =>
  conflict('You have already confirmed this person. A colleague has to be the second.', 'same_person')
export const tooNewError = () =>
  conflict(
    `Your account and second step must have been set up at least ${witnessDays} days before this recovery began. Please ask a colleague. If everyone here is new, ask whoever runs the portal.`,
    'too_new',
  )
export const newBirthDateError = () =>
  conflict(
    `The date of birth in this record was entered or changed less than ${witnessDays} days before this recovery began, or after. It cannot confirm anyone yet. Please ask the person to start again in ${witnessDays} days.`,
    'new_birth_date',
  )
export const adminsOnlyError = () =>
  conflict('Only admins can confirm someone who works for the clinic.', 'admins_only')
export const wrongKindError = () =>
  invalidFieldsError({ kind: 'This code belongs to another kind of account. Please choose again.' })
export const alreadyConfirmedError = () =>
  conflict('This person’s identity is already confirmed. The waiting time has begun.', 'confirmed')
export const mismatchError = (left: number) =>
  left > 0
    ? badRequest(`This does not match the record. Look at the document again. Tries left: ${left}`, 'mismatch')
    : badRequest(
        'This did not match the record five times. The recovery was stopped, and the person was notified.',
        'ended',
      )
