export type Viewer = 'nobody' | 'patient' | 'physician' | 'admin'
const staff: Viewer[] = ['physician', 'admin']
export const signedIn: Viewer[] = ['patient', ...staff]
export const everybody: Viewer[] = ['nobody', ...signedIn]

const [patients, physicians, administration] = [
  'Patients and volunteers',
  'Physicians and care teams',
  'Administration',
] as const
const broken = 'This invitation does not work'
const hello = /^Good (morning|afternoon|evening), Ana$/
const unknown = 'a-token-that-nobody-made'

/** By hand from the specification, not from the code: each of its 38 routes, who may see it, and its heading for one of them. */
export const specRoutes: [address: string, may: Viewer[], seenBy: Viewer, heading: string | RegExp][] = [
  ['/', everybody, 'nobody', 'Brain imaging that comes to the bedside'],
  ['/patients', everybody, 'nobody', patients],
  ['/patient-register', everybody, 'nobody', patients],
  ['/patient', everybody, 'nobody', patients],
  ['/patient/profile', ['patient'], 'patient', 'My profile'],
  ['/profile', signedIn, 'patient', hello],
  ['/scan', signedIn, 'patient', "Ana's Scans"],
  ['/files', signedIn, 'patient', "Ana's Files"],
  ['/authForm', ['patient'], 'patient', 'Request for MRI Scan Authorization Form'],
  [`/invite/${unknown}`, everybody, 'nobody', broken],
  ['/patient/reset-password', everybody, 'nobody', 'Reset your password'],
  [`/patient/change-password/${unknown}`, everybody, 'nobody', 'New password'],
  ['/contactUs', signedIn, 'physician', 'Contact us'],
  ['/ContactUsLanding', everybody, 'nobody', 'Contact us'],
  ['/aboutus', everybody, 'nobody', 'About us'],
  ['/aboutuspage', signedIn, 'patient', 'About the company'],
  ['/terms-and-conditions', everybody, 'nobody', 'Terms and Conditions'],
  ['/termsandconditions', everybody, 'nobody', 'Terms and Conditions'],
  ['/privacy-policy', everybody, 'nobody', 'Privacy Policy'],
  ['/privacypolicy', everybody, 'nobody', 'Privacy Policy'],
  ['/403', everybody, 'nobody', 'No access'],
  ['/physicians', everybody, 'nobody', physicians],
  ['/adminPage', everybody, 'nobody', administration],
  ['/admin', ['admin'], 'admin', 'Admin area'],
  ['/operator', everybody, 'nobody', physicians],
  ['/operatorPatientlist', staff, 'physician', 'Patient List'],
  ['/operatorProfile', staff, 'physician', 'Priya Raman'],
  ['/adminProfile', ['admin'], 'admin', 'Adam Brandt'],
  ['/operatorList', ['admin'], 'admin', 'Provider List'],
  ['/adminScanRequests', ['admin'], 'admin', 'Admin Scan Request List'],
  ['/notifications', staff, 'physician', 'Notifications'],
  ['/feedback', staff, 'admin', 'Feedback'],
  ['/navbar', everybody, 'nobody', 'Components'],
  ['/example', everybody, 'nobody', 'Components'],
  [`/register-operator/${unknown}`, everybody, 'nobody', broken],
  ['/operator/reset-password', everybody, 'nobody', 'Reset your password'],
  [`/operator/change-password/${unknown}`, everybody, 'nobody', 'New password'],
  [`/provider/invite/${unknown}`, everybody, 'nobody', broken],
]
