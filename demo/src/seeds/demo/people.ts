import type { Role } from '@fornix/contract'

export const demoPassword = 'Demo-portal-1!'

/** The two projects; slugs, names and accounts are what docs, tests and the identity page rely on. */
export const projects = [
  {
    slug: 'northside',
    name: 'Lumen Neuro',
    time_zone: 'America/New_York',
    patient_id_issuers: ['Lumen Neuro'],
    contact: {
      address: '240 Harbor Street, Suite 300, Boston, MA 02110',
      email: 'contact@northside.example',
      phone: '+1 617 555 0140',
      social: [
        { name: 'LinkedIn', url: 'https://linkedin.example/lumen-neuro' },
        { name: 'Instagram', url: 'https://instagram.example/lumenneuro' },
        { name: 'YouTube', url: 'https://youtube.example/@lumenneuro' },
      ],
    },
  },
  {
    slug: 'lakeview',
    name: 'Lakeview Brain Center',
    time_zone: 'America/Chicago',
    patient_id_issuers: ['Lakeview Brain Center'],
    contact: {
      address: '1180 Lake Shore Drive, Chicago, IL 60611',
      email: 'hello@lakeview.example',
      phone: '+1 312 555 0177',
      social: [
        { name: 'LinkedIn', url: 'https://linkedin.example/lakeview-brain-center' },
        { name: 'Facebook', url: 'https://facebook.example/lakeviewbrain' },
        { name: 'X', url: 'https://x.example/lakeviewbrain' },
      ],
    },
  },
] as const
export type Slug = (typeof projects)[number]['slug']

type Provider = {
  email: string
  username?: string
  first_name: string
  last_name: string
  role: Exclude<Role, 'Patient'>
  projects: Slug[]
}
export const providers: Provider[] = [
  ['superadmin', 'Vera', 'Castellanos', 'SuperAdmin', 'northside'],
  ['admin', 'Adam', 'Brandt', 'Admin', 'northside'],
  ['physician', 'Priya', 'Raman', 'Physician', 'northside'],
  ['tech', 'Tomás', 'Ibarra', 'MRI-Tech', 'northside'],
  ['nurse', 'Noreen', 'O’Hara', 'Nurse', 'northside'],
  ['roaming', 'Ruth', 'Aldana-Weiss', 'Physician', 'northside'],
  ['superadmin', 'Solveig', 'Lindqvist', 'SuperAdmin', 'lakeview'],
  ['admin', 'Amara', 'Nwosu', 'Admin', 'lakeview'],
  ['physician', 'Paul', 'Bergström', 'Physician', 'lakeview'],
  ['tech', 'Theo', 'Marchetti', 'MRI-Tech', 'lakeview'],
  ['nurse', 'Nina', 'Sokolova', 'Nurse', 'lakeview'],
].map(([name, first_name, last_name, role, slug]) => ({
  email: `${name}@${slug}.example`,
  username: /admin/.test(name!) ? (slug === 'northside' ? name : `${name}-${slug}`) : undefined,
  first_name: first_name!,
  last_name: last_name!,
  role: role as Provider['role'],
  projects: name === 'roaming' ? ['northside', 'lakeview'] : [slug as Slug],
}))

type Patient = { email: string; first_name: string; last_name: string; project: Slug; invited?: boolean }
export const patients: Patient[] = [
  { email: 'ana.rivera@northside.example', first_name: 'Ana', last_name: 'Rivera', project: 'northside' },
  { email: 'ben.okafor@northside.example', first_name: 'Ben', last_name: 'Okafor', project: 'northside' },
  { email: 'chloe.lin@northside.example', first_name: 'Chloe', last_name: 'Lin', project: 'northside', invited: true },
  { email: 'dana.rossi@lakeview.example', first_name: 'Dana', last_name: 'Rossi', project: 'lakeview' },
  { email: 'eli.novak@lakeview.example', first_name: 'Eli', last_name: 'Novák', project: 'lakeview' },
]

/** Who acts for a patient: her mother, with visits and files, and without images and money. */
export const caregiver = {
  email: 'maria.rivera@northside.example',
  first_name: 'Maria',
  last_name: 'Rivera',
  patient: 'ana.rivera@northside.example',
  relationship: 'Mother',
  areas: ['visits', 'files'],
  project: 'northside',
} as const

const address = { address_1: '12 Elm St', address_2: '', city: 'Boston', state: 'MA', zip_code: '02118' }
/** Registered, and the link in the mail not opened yet. */
export const waiting = [
  {
    ...address,
    email: 'maya.stone@northside.example',
    first_name: 'Maya',
    last_name: 'Stone',
    mobile_number: '6175550144',
    project: 'northside',
  },
  {
    ...address,
    email: 'omar.diaz@northside.example',
    first_name: 'Omar',
    last_name: 'Díaz',
    mobile_number: '6175550145',
    project: 'northside',
  },
  {
    ...address,
    email: 'lena.fox@lakeview.example',
    first_name: 'Lena',
    last_name: 'Fox',
    mobile_number: '6175550146',
    project: 'lakeview',
  },
] as const

/** The subject by which the demo's identity provider knows an account. */
export const subjectOf = (email: string) => `demo:${email}`

const nameOf = (slug: Slug) => projects.find((project) => project.slug === slug)?.name ?? slug

/** Everybody who can sign in, for the page of the identity provider. */
export const demoAccounts: { sub: string; email: string; name: string; label: string }[] = [
  ...patients
    .filter(({ invited }) => !invited)
    .map((patient) => ({ ...patient, role: 'Patient', projects: [patient.project] })),
  ...providers,
  { ...caregiver, role: 'Caregiver', projects: [caregiver.project] },
].map(({ email, first_name, last_name, role, projects: at }) => ({
  sub: subjectOf(email),
  email,
  name: `${first_name} ${last_name}`,
  label: `${role}, ${at.map(nameOf).join(' and ')}`,
}))
