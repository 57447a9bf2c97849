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
  feedback: '/feedback',
  survey: '/survey',
  accessLog: '/accessLog',
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  forbidden: '/403',
  profile: '/profile',
  files: '/files',
  scan: '/scan',
  authForm: '/authForm',
  patientList: '/operatorPatientlist',
  registrations: '/registrations',
  notifications: '/notifications',
  operatorList: '/operatorList',
  operatorProfile: '/operatorProfile',
  adminProfile: '/adminProfile',
  projectSettings: '/projectSettings',
  adminScanRequests: '/adminScanRequests',
  unmatchedStudies: '/unmatchedScans',
  scanUpload: '/scanUpload',
  daySheet: '/daySheet',
  scheduling: '/scheduling',
  patientReset: '/patient/reset-password',
  operatorReset: '/operator/reset-password',
  authCallback: '/auth/callback',
  chooseProject: '/choose-project',
  patientTab: (tab: (typeof patientTabs)[number]) => fillPath('/patient/:tab', { tab }),
  account: '/account',
  invite: (token: string) => fillPath('/invite/:token', { token }),
  providerInvite: (token: string) => fillPath('/provider/invite/:token', { token }),
  registerOperator: (token: string) => fillPath('/register-operator/:token', { token }),
  signedForm: (file_id: string) => fillPath('/signedForm/:file_id', { file_id }),
  /** The same address as `openStudy` names. */
  viewer: ({ study_UID, seriesId }: { study_UID: string; seriesId: string }) =>
    `/viewer?${new URLSearchParams({ study: study_UID, seriesId })}`,
  verifyEmail: (token: string) => fillPath('/patient/verify-email/:token', { token }),
} as const

/** The viewer is a document of its own, with its own policy and always dark. */
export const isViewer = (path: string) => /^\/viewer\/?$/i.test(path)
