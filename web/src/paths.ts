import { fillPath, type patientTabs } from '@fornix/contract'

/** Every address of the app. */
export const paths = {
  home: '/',
  patients: '/patients',
  patientsAfterLogout: '/patients/',
  physicians: '/physicians',
  adminPage: '/adminPage',
  admin: '/admin',
  about: '/aboutus',
  company: '/aboutuspage',
  contact: '/contactUs',
  contactLanding: '/ContactUsLanding',
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  forbidden: '/403',
  profile: '/profile',
  files: '/files',
  patientList: '/operatorPatientlist',
  notifications: '/notifications',
  adminScanRequests: '/adminScanRequests',
  patientReset: '/patient/reset-password',
  operatorReset: '/operator/reset-password',
  authCallback: '/auth/callback',
  chooseProject: '/choose-project',
  patientTab: (tab: (typeof patientTabs)[number]) => fillPath('/patient/:tab', { tab }),
  verifyEmail: (token: string) => fillPath('/patient/verify-email/:token', { token }),
} as const
