import { newEmail } from './new-email.ts'

/** Where somebody lives, and their phone. */
export const testAddress = {
  address_1: '1 Harbor St',
  city: 'Boston',
  state: 'MA' as const,
  zip_code: '02110',
  mobile_number: '6175550101',
}

/** What a visitor types who registers; each time with a new address. */
export const registrationForm = <T extends object>(more?: T) => ({
  email: newEmail('new'),
  password: 'Lantern-fish-7!',
  first_name: 'Mia',
  last_name: 'Søgaard',
  ...testAddress,
  address_2: '',
  ...more,
})
