import type { Role } from './roles.ts'
import { admins, everyone, patient, staff } from './roles.ts'

/** Every page of the site: its address, its title, and who it is for (a visitor of another role meets /403). */
export type Page = { path: `/${string}`; title: string; description: string; allow: readonly Role[] | 'anyone' }

const page = <Path extends Page['path']>(path: Path, title: string, allow: Page['allow'], description = '') => ({
  path,
  title,
  description,
  allow,
})
const home =
  'Portable MRI for patients, volunteers and care teams: book a scan, see results, share them with your physician.'
const about =
  'Why we build portable MRI, how a picture is made at low field, and what patients, volunteers and care teams meet.'
const terms = 'The terms under which the portal may be used.'
const privacy = 'What the portal stores about you, why, for how long, and the rights you have.'
const signIn = 'Sign in or register to keep your profile, upload documents and follow your scans.'

/** The only way to be a page: the web app has no route, and the server no answer, for an address that is not here. */
export const pages = [
  page('/', 'Brain imaging that comes to the bedside', 'anyone', home),
  page('/patients', 'For patients', 'anyone', signIn),
  page('/patient-register', 'Register', 'anyone', signIn),
  page('/patient', 'For patients', 'anyone', signIn),
  page('/physicians', 'For physicians', 'anyone', 'Sign in as a provider to follow your patients and their scans.'),
  page('/operator', 'For physicians', 'anyone', 'Sign in as a provider to follow your patients and their scans.'),
  page('/adminPage', 'Administration', 'anyone', 'Sign in as an administrator of a project.'),
  page('/admin', 'Administration', admins),
  page('/aboutus', 'About us', 'anyone', about),
  page('/aboutuspage', 'About us', everyone),
  page('/terms-and-conditions', 'Terms and Conditions', 'anyone', terms),
  page('/termsandconditions', 'Terms and Conditions', 'anyone', terms),
  page('/privacy-policy', 'Privacy Policy', 'anyone', privacy),
  page('/privacypolicy', 'Privacy Policy', 'anyone', privacy),
  page('/ContactUsLanding', 'Contact us', 'anyone', 'Write to us: questions about portable MRI, a scan or the portal.'),
  page('/contactUs', 'Contact us', everyone),
  page('/feedback', 'Feedback', staff),
  page('/survey', 'How was your scan?', patient),
  page('/accessLog', 'Who opened my scans and files', patient),
  page('/403', 'No permission', 'anyone'),
  page('/auth/callback', 'Signing in', 'anyone'),
  page('/choose-project', 'Which project?', 'anyone'),
  page('/patient/verify-email/:token', 'Confirm your email', 'anyone'),
  page('/patient/reset-password', 'Reset your password', 'anyone'),
  page('/patient/change-password/:token', 'Choose a new password', 'anyone'),
  page('/operator/reset-password', 'Reset your password', 'anyone'),
  page('/operator/change-password/:token', 'Choose a new password', 'anyone'),
  page('/patient/confirm-email/:token', 'Confirm your new email', 'anyone'),
  page('/operator/confirm-email/:token', 'Confirm your new email', 'anyone'),
  page('/patient/stop-email-change/:token', 'Keep your email address', 'anyone'),
  page('/operator/stop-email-change/:token', 'Keep your email address', 'anyone'),
  page('/invite/:token', 'Welcome', 'anyone'),
  page('/provider/invite/:token', 'Welcome', 'anyone'),
  page('/register-operator/:token', 'Register as a provider', 'anyone'),
  page('/account', 'Account and devices', everyone),
  page('/patient/:tab', 'My area', patient),
  page('/viewer', 'Images', everyone),
  page('/profile', 'Profile', everyone),
  page('/files', 'Files', everyone),
  page('/scan', 'Scans', everyone),
  page('/authForm', 'Request for MRI Scan Authorization Form', patient),
  page('/signedForm/:file_id', 'Signed authorization form', everyone),
  page('/adminScanRequests', 'Admin Scan Request List', admins),
  page('/unmatchedScans', 'Unmatched scans', admins),
  page('/operatorPatientlist', 'Patient List', staff),
  page('/registrations', 'Waiting for confirmation', staff),
  page('/notifications', 'Notifications', staff),
  page('/scanUpload', 'Upload scans', staff),
  page('/daySheet', 'Day sheet', staff),
  page('/operatorList', 'Provider List', admins),
  page('/operatorProfile', 'Profile', staff),
  page('/adminProfile', 'Profile', admins),
  page('/projectSettings', 'Project settings', admins),
  page('/scheduling', 'Scheduling', admins),
  page('/navbar', 'Components', 'anyone'),
  page('/example', 'Components', 'anyone'),
]
export type PagePath = (typeof pages)[number]['path']

/** The tabs of /patient/{tab}. */
export const patientTabs = ['profile', 'appointment', 'uploadfile', 'reimbursement'] as const

const fills = (part: string, given: string | undefined) => {
  if (part === ':tab') return patientTabs.some((tab) => tab === given)
  return part.startsWith(':') ? given !== '' : part.toLowerCase() === given
}

/** The page at an address, whatever its case and with or without a trailing slash. */
export const pageAt = (address: string): Page | undefined => {
  const parts = address.replace(/\/+$/, '').toLowerCase().split('/')
  return pages.find(({ path }) => {
    const wanted = path.replace(/\/$/, '').split('/')
    return wanted.length === parts.length && wanted.every((part, n) => fills(part, parts[n]))
  })
}
