import { describe, expect, test } from 'vitest'
import { type Mismatch, mismatchOf } from './same-person.ts'

const dates = { same: ['19900214', '19900214'], other: ['19900214', '19900215'] } as const
const oneMissing = [
  ['', ''],
  ['19900214', ''],
  ['', '19900214'],
] as const
const mismatch = (first_name: string, last_name: string, name: string, [dob, said]: readonly [string, string]) =>
  mismatchOf({ first_name, last_name, dob }, { dicom_patient_name: name, dicom_birth_date: said })

/** The portal's patient, the name in DICOM, and the mismatch if no birth date decides. */
const cases: [first: string, last: string, name: string, mismatch: Mismatch | undefined][] = [
  ['Ana', 'Rivera', 'Rivera^Ana', undefined],
  ['Ana', 'Rivera', 'RIVERA^ANA^^^', undefined],
  ['Ana', 'Rivera', 'Ana^Rivera', undefined],
  ['Ana', 'Rivera', 'RIVERA ANA', undefined],
  ['Ana', 'Rivera', 'Rivera, Ana', undefined],
  ['Ana', 'Rivera', 'Rivera^Ana^^Dr', undefined],
  ['Łukasz', 'Müller', 'MULLER^LUKASZ', undefined],
  ['José', 'Peña', 'Peña^José', undefined],
  // A middle name or its initial in one of the two.
  ['Ana', 'Rivera', 'Rivera^Ana^Maria', undefined],
  ['Ana', 'Rivera', 'Rivera^Ana^M', undefined],
  ['Ana', 'Rivera', 'Rivera^Ana M.', undefined],
  ['Ana Maria', 'Rivera', 'Rivera^Ana', undefined],
  ['Ana Maria', 'Rivera', 'Rivera^Ana^M', undefined],
  ['Ana M.', 'Rivera', 'Rivera^Ana^Maria', undefined],
  ['Ana Lucia', 'Rivera', 'Rivera^Ana^Maria', 'name'],
  ['Ana L.', 'Rivera', 'Rivera^Ana^Maria', 'name'],
  ['Ana L', 'Rivera', 'Rivera^Ana^M', 'name'],
  // Two family names, of which a device has one; suffixes.
  ['Ana', 'García López', 'Garcia^Ana', undefined],
  ['Ana', 'García-López', 'GARCIA LOPEZ^ANA', undefined],
  ['Ana', 'García López', 'Garcia', 'unproven'],
  ['Ana', 'García López', 'Garcia Lopez', 'name'],
  ['Juan', 'Rivera', 'Rivera^Juan^^^Jr', undefined],
  ['Juan', 'Rivera Jr', 'Rivera^Juan^^^Sr', 'name'],
  // Written as one word, or split differently.
  ['Sean', "O'Brien", 'OBRIEN^SEAN', undefined],
  ['Sean', 'O’Brien', "O'Brien^Sean^P", undefined],
  ['Sean', 'OBrien', 'O Brien^Sean', undefined],
  ['Maria', 'De La Cruz', 'DELACRUZ^MARIA', undefined],
  ['Mary-Jane', 'Watson', 'Watson^Mary Jane', undefined],
  ['Jo', 'Li', 'Li^Jo', undefined],
  // Other scripts, each group separately.
  ['太郎', '山田', 'Yamada^Tarou=山田^太郎=やまだ^たろう', undefined],
  ['Tarou', 'Yamada', 'Yamada^Tarou=山田^太郎', undefined],
  ['太郎', '山田', '=山田^太郎', undefined],
  ['小明', '王', '王小明', undefined],
  ['Hanako', 'Yamada', 'Yamada^Tarou=山田^太郎', 'name'],
  ['太郎', 'Yamada', 'Yamada^Tarou=佐藤^太郎', 'name'],
  // Somebody else.
  ['Ana', 'Rivera', 'Not^Ana', 'name'],
  ['Ana', 'Rivera', 'Rivera^Ben', 'name'],
  ['Ana', 'Rivera', 'Rivers^Ana', 'name'],
  ['Ana', 'Rivera', 'Rivera^Anabel', 'name'],
  ['Ana', 'Rivera', 'Anonymous^Patient', 'name'],
  ['Ana', 'Rivera', 'Rivera^Rivera', 'name'],
  // Too little to compare.
  ['Ana', 'Rivera', '', 'unproven'],
  ['Ana', 'Rivera', '^^^^', 'unproven'],
  ['Ana', 'Rivera', '==', 'unproven'],
  ['Ana', 'Rivera', 'Rivera', 'unproven'],
  ['Ana', 'Rivera', 'RIV', 'unproven'],
  ['Ana', 'Rivera', 'Rivera^A', 'unproven'],
  ['Ana', 'Rivera', 'R^A', 'unproven'],
  ['Ana', 'Rivera', '^Ana', 'unproven'],
  ['', 'Rivera', 'Rivera^Ana', 'unproven'],
  ['Ana', '', 'Rivera^Ana', 'unproven'],
  ['', '', '', 'unproven'],
]

/** Of these cases, those in which the given name is another. */
const otherGivenNames = new Set([
  'Ana, Rivera^Ben',
  'Ana, Rivera^Anabel',
  'Ana, Rivera^Rivera',
  'Ana, Anonymous^Patient',
  'Hanako, Yamada^Tarou=山田^太郎',
])

/** The portal's given name, the name in DICOM, and the mismatch although both birth dates are known and equal. */
const twins: [first: string, name: string, mismatch: Mismatch | undefined][] = [
  ['Anna', 'Huber^Lena', 'name'],
  ['Anna', 'HUBER^LENA^MARIE', 'name'],
  ['Anna', 'Huber^Lena=フーバー^レナ', 'name'],
  ['太郎', 'Yamada^Jirou=山田^次郎', 'name'],
  ['Anna Marie', 'Huber^Lena^Sofie', 'name'],
  // Married since, a middle name alone, initials, in any order or in one field.
  ['Anna', 'Maier^Anna', undefined],
  ['Anna Marie', 'Huber^Marie', undefined],
  ['Anna', 'Huber^Lena^Anna', undefined],
  ['Anna', 'Huber^A', undefined],
  ['Anna', 'Huber^L', undefined],
  ['A.', 'Huber^Lena', undefined],
  ['Anna M.', 'Huber^Marie', undefined],
  ['Anna', 'Anna^Huber', undefined],
  ['Anna', 'Huber Anna', undefined],
  ['Mary-Jane', 'Huber^Maryjane', undefined],
  // Nothing to compare, or another script.
  ['Anna', 'Huber', undefined],
  ['Anna', '', undefined],
  ['', 'Huber^Lena', undefined],
  ['Anna', '山田^花子', undefined],
  ['花子', 'Yamada^Hanako', undefined],
  ['Anna', '=山田^花子=Huber^Anna', undefined],
]
test.each(twins)('%s is %s who was born on the same day: %s', (first, name, expected) => {
  expect(mismatch(first, 'Huber', name, dates.same)).toBe(expected)
})

describe.each(cases)('%s %s, %s in DICOM', (first, last, name, expected) => {
  test('the birth date decides where both are known, but for another given name', () => {
    expect(mismatch(first, last, name, dates.same)).toBe(otherGivenNames.has(`${first}, ${name}`) ? 'name' : undefined)
    expect(mismatch(first, last, name, dates.other)).toBe('birth_date')
  })
  test.each(oneMissing)('the name decides where a birth date is missing: "%s", "%s"', (dob, said) => {
    expect(mismatch(first, last, name, [dob, said])).toBe(expected)
  })
})

// People enter names at the device in any order and case, with or without accents.
const orders: Record<string, (words: string[]) => string> = {
  'family first': ([first, ...rest]) => `${rest.join(' ')}^${first}`,
  'given first': ([first, ...rest]) => `${first}^${rest.join(' ')}`,
  'all in one': (words) => words.toReversed().join(' '),
}
const styles: Record<string, (text: string) => string> = {
  'as they are': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'without accents': (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
  decomposed: (text) => text.normalize('NFD'),
  'padded with blanks': (text) => `  ${text.replace('^', ' ^ ')} `,
}
const people = ['Ana Rivera', 'Renée Dubois', 'Zoë Müller', 'Nuño Íñiguez Peña', 'Søren Ågård', 'Anh Nguyễn']
describe.each(Object.keys(orders))('names %s', (order) => {
  test.each(Object.keys(styles))('%s are recognized, and nobody is taken for another', (style) => {
    for (const one of people)
      for (const other of people) {
        const [first = '', ...last] = one.split(' ')
        const name = styles[style]!(orders[order]!(other.split(' ')))
        expect([one, name, mismatch(first, last.join(' '), name, ['', ''])]).toEqual([
          one,
          name,
          one === other ? undefined : 'name',
        ])
      }
  })
})
