import { operators, rights } from '@fornix/contract'
import { expect, test } from 'vitest'
import { changesBetween, rightChangesIn } from './changes.ts'

const nothing = { withheld: {}, two_person_amount: null }

const each = operators.flatMap((role) => rights.map((right) => [role, right] as const))
test.each(each)('what is written of %s and %s can be read', (role, right) => {
  const withheld = { ...nothing, withheld: { [role]: [right] } }
  expect(rightChangesIn(changesBetween(nothing, withheld))).toEqual([{ role, right, isWithheld: true }])
  expect(rightChangesIn(changesBetween(withheld, nothing))).toEqual([{ role, right, isWithheld: false }])
})

test('all changes at once can be read, and what else was changed with them', () => {
  const all = Object.fromEntries(operators.map((role) => [role, [...rights]]))
  const changes = (isWithheld: boolean) => each.map(([role, right]) => ({ role, right, isWithheld }))
  const withheld = { withheld: all, two_person_amount: '100.00' }
  expect(rightChangesIn(changesBetween(nothing, withheld))).toEqual(changes(true))
  expect(rightChangesIn(changesBetween(withheld, nothing))).toEqual(changes(false))
  expect(rightChangesIn(changesBetween(nothing, { ...nothing, two_person_amount: '1234.50' }))).toEqual([])
  expect(rightChangesIn(changesBetween(nothing, nothing))).toEqual([])
})

const of = (role: 'Nurse' | 'MRI-Tech' | 'Physician', right: (typeof rights)[number], isWithheld: boolean) => ({
  role,
  right,
  isWithheld,
})
test.each([
  [
    'Nurse: no export, again send_email; MRI-Tech: no see_medical; two people for money: above $100.00',
    [of('Nurse', 'export', true), of('Nurse', 'send_email', false), of('MRI-Tech', 'see_medical', true)],
  ],
  [
    'physicians: decide on money off; MRI technologists: upload scans on',
    [of('Physician', 'decide_money', true), of('MRI-Tech', 'upload_scans', false)],
  ],
  [
    'nurses: delete patients off, decide on reimbursements on, emergency access off, confirm identity off; two people for money: never',
    [
      of('Nurse', 'delete_patients', true),
      of('Nurse', 'decide_money', false),
      of('Nurse', 'emergency_access', true),
      of('Nurse', 'confirm_identity', true),
    ],
  ],
])('rows that earlier versions wrote stay readable: %s', (row, changes) => {
  expect(rightChangesIn(row)).toEqual(changes)
})

test.each([
  ['nurses: export off, fly off', [of('Nurse', 'export', true), undefined]],
  ['pilots: export off', [undefined]],
  ['nurses: export', [undefined]],
  ['something', [undefined]],
  ['', [undefined]],
])('what cannot be read is not taken for no change: %j', (row, changes) => {
  expect(rightChangesIn(row)).toEqual(changes)
})
