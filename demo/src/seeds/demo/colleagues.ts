import type { Role } from '@fornix/contract'

type Colleague = [first_name: string, last_name: string, role: Exclude<Role, 'Patient'>, city: string, age: number]

/** More of northside's staff, so that its list has pages. Nobody signs in as one of these. */
const registered: Colleague[] = [
  ['Beatriz', 'Almeida', 'Nurse', 'Quincy', 34],
  ['Chidi', 'Okonkwo', 'Physician', 'Brookline', 51],
  ['Eleanor', 'Whitfield-Park', 'Physician', 'Newton', 46],
  ['Hiroshi', 'Tanabe', 'MRI-Tech', 'Malden', 29],
  ['Ilse', 'van der Berg', 'Nurse', 'Medford', 38],
  ['Małgorzata', 'Zielińska', 'Physician', 'Arlington', 57],
  ['Samuel', 'D’Angelo', 'MRI-Tech', 'Chelsea', 33],
  ['Winona', 'Redfeather', 'Nurse', 'Revere', 42],
]
const invited: Colleague[] = [
  ['Jean-Luc', 'Moreau', 'Physician', '', 0],
  ['Keisha', 'Barnes', 'MRI-Tech', '', 0],
]

const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/[^a-z]/g, '')
const emailOf = ([first, last]: Colleague) => `${plain(first)}.${plain(last)}@northside.example`

const row = (colleague: Colleague) => {
  const [first_name, last_name, role] = colleague
  return { first_name, last_name, role, email: emailOf(colleague) }
}

export const colleagues = [
  ...registered.map((colleague, n) => ({
    ...row(colleague),
    register_status: 'Registered' as const,
    mobile_number: `61755502${10 + n}`,
    age: colleague[4],
    address_1: `${12 + 7 * n} Beacon Street`,
    city: colleague[3],
    state: 'MA',
    zip_code: `021${30 + n}`,
  })),
  ...invited.map((colleague) => ({ ...row(colleague), register_status: 'Invited' as const })),
]
