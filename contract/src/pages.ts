import { fillPath } from './call.ts'
import { keysOf } from './objects.ts'
import type { Care, CareArea, Role } from './roles.ts'
import { admins, everyone, patient, staff } from './roles.ts'

type Audience = readonly Role[] | 'anyone'

/** Every page of the site: its address, its title, and its audience (visitors of other roles get /403). */
export type Page = {
  path: `/${string}`
  title: string
  description: string
  allow: Audience
  /** What must be shared for a caregiver's page, as for the calls behind it. */
  care: Care
  /** Read-only: the document contains everything, and the program loads once a visitor does something. */
  isStatic: boolean
}

type Details = { description?: string; isStatic?: true }
type DetailsFor<Allow extends Audience> = Allow extends readonly Role[]
  ? 'Patient' extends Allow[number]
    ? [Details & { care: Care }]
    : []
  : [Details?]

const page = <Path extends Page['path'], const Allow extends Audience>(
  path: Path,
  title: string,
  allow: Allow,
  ...details: DetailsFor<Allow>
) => {
  const [given]: [(Details & { care?: Care })?] = details
  const { description = '', isStatic = false, care = allow === 'anyone' ? 'any' : 'never' } = given ?? {}
  const audience: Audience = allow
  return { path, title, description, allow: audience, care, isStatic } satisfies Page
}

const home =
  'Portable MRI for patients, volunteers, and care teams: book a scan, see your results, and share them with your physician.'
const about =
  'Why we build portable MRI, how low-field MRI works, and what it offers patients, volunteers, and care teams.'
const terms = 'The terms of use that apply to everyone who uses the portal.'
const privacy = 'What the portal stores about you, why, for how long, and your rights.'
const signIn = 'Sign in or register to manage your profile, upload documents, and see your scans.'

/** Every page, once. Routes, guards, links and the server's responses follow from it; a page without a screen does not compile. */
export const pages = {
  home: page('/', 'Brain imaging that comes to the bedside', 'anyone', { description: home, isStatic: true }),
  patients: page('/patients', 'For patients', 'anyone', { description: signIn }),
  patientRegister: page('/patient-register', 'Register', 'anyone', { description: signIn }),
  patient: page('/patient', 'For patients', 'anyone', { description: signIn }),
  physicians: page('/physicians', 'For physicians', 'anyone', {
    description: 'Sign in as a provider to follow your patients and their scans.',
  }),
  operator: page('/operator', 'For physicians', 'anyone', {
    description: 'Sign in as a provider to follow your patients and their scans.',
  }),
  adminPage: page('/adminPage', 'Administration', 'anyone', {
    description: 'Sign in as an administrator of a project.',
  }),
  admin: page('/admin', 'Administration', admins),
  about: page('/aboutus', 'About us', 'anyone', { description: about, isStatic: true }),
  company: page('/aboutuspage', 'About us', everyone, { care: 'any' }),
  terms: page('/terms-and-conditions', 'Terms and Conditions', 'anyone', { description: terms, isStatic: true }),
  termsAlias: page('/termsandconditions', 'Terms and Conditions', 'anyone', { description: terms, isStatic: true }),
  privacy: page('/privacy-policy', 'Privacy Policy', 'anyone', { description: privacy, isStatic: true }),
  privacyAlias: page('/privacypolicy', 'Privacy Policy', 'anyone', { description: privacy, isStatic: true }),
  contactLanding: page('/ContactUsLanding', 'Contact us', 'anyone', {
    description: 'Write to us with questions about portable MRI, a scan, or the portal.',
  }),
  contact: page('/contactUs', 'Contact us', everyone, { care: 'any' }),
  feedback: page('/feedback', 'Feedback', staff),
  mrSafety: page('/mrSafety', 'MRI safety questions', patient, { care: 'visits' }),
  survey: page('/survey', 'How was the scan?', patient, { care: 'images' }),
  messages: page('/messages', 'Messages', patient, { care: 'files' }),
  messageThread: page('/messages/:thread', 'Messages', patient, { care: 'files' }),
  news: page('/news', 'Notifications', patient, { care: 'any' }),
  accessLog: page('/accessLog', 'Who opened my record', patient, { care: 'never' }),
  verify: page('/verify', 'Check a signed form', 'anyone', {
    description: 'Check that a signed form is unchanged. The file stays on your device.',
  }),
  status: page('/status', 'System status', 'anyone', {
    description: 'Which parts of the portal are working right now.',
  }),
  forbidden: page('/403', 'No access', 'anyone'),
  authCallback: page('/auth/callback', 'Signing in', 'anyone'),
  chooseProject: page('/choose-project', 'Which clinic or study?', 'anyone'),
  verifyEmail: page('/patient/verify-email/:token', 'Confirm your email', 'anyone'),
  patientReset: page('/patient/reset-password', 'Reset your password', 'anyone'),
  patientChangePassword: page('/patient/change-password/:token', 'Choose a new password', 'anyone'),
  operatorReset: page('/operator/reset-password', 'Reset your password', 'anyone'),
  operatorChangePassword: page('/operator/change-password/:token', 'Choose a new password', 'anyone'),
  patientConfirmEmail: page('/patient/confirm-email/:token', 'Confirm your new email', 'anyone'),
  operatorConfirmEmail: page('/operator/confirm-email/:token', 'Confirm your new email', 'anyone'),
  patientStopEmailChange: page('/patient/stop-email-change/:token', 'Keep your email address', 'anyone'),
  operatorStopEmailChange: page('/operator/stop-email-change/:token', 'Keep your email address', 'anyone'),
  undoFactor: page('/remove-second-step/:token', 'Remove a second step', 'anyone'),
  stopRecovery: page('/stop-recovery/:token', 'Stop an account recovery', 'anyone'),
  invite: page('/invite/:token', 'Welcome', 'anyone'),
  providerInvite: page('/provider/invite/:token', 'Welcome', 'anyone'),
  registerOperator: page('/register-operator/:token', 'Register as a provider', 'anyone'),
  account: page('/account', 'Account and devices', everyone, { care: 'any' }),
  // Each tab says its own, in careOfTabs.
  patientTab: page('/patient/:tab', 'My area', patient, { care: 'never' }),
  viewer: page('/viewer', 'Images', everyone, { care: 'images' }),
  profile: page('/profile', 'Profile', everyone, { care: 'any' }),
  files: page('/files', 'Files', everyone, { care: 'files' }),
  scan: page('/scan', 'Scans', everyone, { care: 'images' }),
  authForm: page('/authForm', 'Request for MRI Scan Authorization Form', patient, { care: 'visits' }),
  signedForm: page('/signedForm/:file_id', 'Signed authorization form', everyone, { care: 'visits' }),
  adminScanRequests: page('/adminScanRequests', 'Admin Scan Request List', admins),
  unmatchedStudies: page('/unmatchedScans', 'Unmatched scans', admins),
  workQueue: page('/workQueue', 'Today', staff),
  patientList: page('/operatorPatientlist', 'Patient List', staff),
  mergeRecords: page('/mergeRecords', 'Merge records', admins),
  registrations: page('/registrations', 'Waiting for confirmation', staff),
  careMessages: page('/careMessages', 'Messages', staff),
  notifications: page('/notifications', 'Notifications', staff),
  scanUpload: page('/scanUpload', 'Upload scans', staff),
  daySheet: page('/daySheet', 'Day sheet', staff),
  confirmIdentity: page('/confirmIdentity', 'Confirm identity', staff),
  reports: page('/reports', 'Reports', staff),
  operatorList: page('/operatorList', 'Provider List', admins),
  operatorProfile: page('/operatorProfile', 'Profile', staff),
  adminProfile: page('/adminProfile', 'Profile', admins),
  projectSettings: page('/projectSettings', 'Project settings', admins),
  auditLog: page('/auditLog', 'Access log', admins),
  unusualAccess: page('/unusualReading', 'Unusual access', admins),
  emergencyAccess: page('/emergencyAccess', 'Emergency access', admins),
  rights: page('/rights', 'Rights by role', admins),
  scheduling: page('/scheduling', 'Scheduling', admins),
  emailTemplates: page('/emailTemplates', 'Email templates', admins),
  navbar: page('/navbar', 'Components', 'anyone'),
  example: page('/example', 'Components', 'anyone'),
}
export type PageName = keyof typeof pages

export const allPages = keysOf(pages).map((name) => ({ name, ...pages[name] }))

/** The tabs of /patient/{tab}. */
export const patientTabs = ['profile', 'appointment', 'uploadfile', 'reimbursement'] as const

const fills = (part: string, given: string | undefined) => {
  if (part === ':tab') return patientTabs.some((tab) => tab === given)
  return part.startsWith(':') ? given !== '' : part.toLowerCase() === given
}

/** The page at an address, in any case and with or without a trailing slash. */
export const pageAt = (address: string) => {
  const parts = address.replace(/\/+$/, '').toLowerCase().split('/')
  return allPages.find(({ path }) => {
    const wanted = path.replace(/\/$/, '').split('/')
    return wanted.length === parts.length && wanted.every((part, n) => fills(part, parts[n]))
  })
}

/** An address, or how to fill in its one parameter. */
type Address<Path> = Path extends `${string}:${infer Name}`
  ? (value: Name extends 'tab' ? (typeof patientTabs)[number] : string) => string
  : Path
type Addresses = { [Name in PageName]: Address<(typeof pages)[Name]['path']> }

/** Where each page is: `pageAddresses.files`, `pageAddresses.invite(token)`. */
export const pageAddresses = Object.fromEntries(
  Object.entries(pages).map(([name, { path }]) => {
    const [, parameter] = path.split(':')
    return [name, parameter ? (value: string) => fillPath(path, { [parameter]: value }) : path]
  }),
) as Addresses

const careOfTabs: Record<(typeof patientTabs)[number], CareArea> = {
  profile: 'visits',
  appointment: 'visits',
  uploadfile: 'files',
  reimbursement: 'money',
}

/** What must be shared for the page at an address; an unknown one says so to everyone. */
export const careAt = (address: string): Care => {
  const found = pageAt(address)
  if (found?.name !== 'patientTab') return found?.care ?? 'any'
  const last = address.toLowerCase().split('/')[2]
  return patientTabs.flatMap((tab) => (tab === last ? careOfTabs[tab] : []))[0] ?? 'never'
}
