import { expect, test } from 'vitest'
import { provesIdentity } from './identity-proof.ts'

const ana = { mrn_number: 'MRN-10023', dob: '04-07-1986', patient_id: 'P-7K3QX9' }
const unknown = { mrn_number: '', dob: null, patient_id: 'P-7K3QX9' }

test.each(['MRN-10023', 'mrn10023', '04-07-1986', '4/7/1986', '04071986'])('%j tells who it is', (typed) => {
  expect(provesIdentity(typed, ana)).toBe(true)
})

test.each(['', ' - ', 'P-7K3QX9', 'MRN-1002', '7/4/1986', '4/7/86', '1986'])('%j does not', (typed) => {
  expect(provesIdentity(typed, ana)).toBe(false)
})

test('the patient id does only where neither number nor date is known', () => {
  expect(provesIdentity('p7k3qx9', unknown)).toBe(true)
  expect(provesIdentity('', unknown)).toBe(false)
  expect(provesIdentity('04-07-1986', unknown)).toBe(false)
})
