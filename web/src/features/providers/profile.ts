import { type Operator, pick } from '@fornix/contract'

const names = [
  'first_name',
  'last_name',
  'mobile_number',
  'email',
  'age',
  'gender',
  'race',
  'address_1',
  'address_2',
  'city',
  'state',
  'zip_code',
] as const

/** The fields that a profile form edits. */
export const profileValues = (operator: Operator) => pick(operator, names)
export type ProfileValues = ReturnType<typeof profileValues>
