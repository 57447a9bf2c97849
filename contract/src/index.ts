import * as accessLog from './access-log.ts'
import * as accounts from './accounts.ts'
import * as appointments from './appointments.ts'
import * as arrival from './arrival.ts'
import { type Call, isCall } from './call.ts'
import * as clientLog from './client-log.ts'
import * as contact from './contact.ts'
import * as documents from './documents.ts'
import * as drafts from './drafts.ts'
import * as emails from './emails.ts'
import * as feedback from './feedback.ts'
import * as forms from './forms.ts'
import * as imaging from './imaging.ts'
import * as invites from './invites.ts'
import * as notifications from './notifications.ts'
import * as patientList from './patient-list.ts'
import * as patients from './patients.ts'
import * as projectSettings from './project-settings.ts'
import * as providers from './providers.ts'
import * as registration from './registration.ts'
import * as reimbursements from './reimbursements.ts'
import * as scanAccess from './scan-access.ts'
import * as scanStates from './scan-states.ts'
import * as scans from './scans.ts'
import * as scheduling from './scheduling.ts'
import * as signIn from './sign-in.ts'
import * as surveys from './surveys.ts'
import * as unmatchedStudies from './unmatched-studies.ts'

export * from './access-log.ts'
export * from './accounts.ts'
export * from './addresses.ts'
export * from './appointments.ts'
export * from './arrival.ts'
export * from './call.ts'
export * from './client-log.ts'
export * from './contact.ts'
export * from './dicom-zip.ts'
export * from './documents.ts'
export * from './drafts.ts'
export * from './email-template.ts'
export * from './emails.ts'
export * from './errors.ts'
export * from './feedback.ts'
export * from './fields.ts'
export * from './files.ts'
export * from './forms.ts'
export * from './imaging.ts'
export * from './invites.ts'
export * from './limits.ts'
export * from './notifications.ts'
export * from './openapi.ts'
export * from './pages.ts'
export * from './paging.ts'
export * from './patient-fields.ts'
export * from './patient-list.ts'
export * from './patients.ts'
export * from './project-settings.ts'
export * from './providers.ts'
export * from './registration.ts'
export * from './reimbursements.ts'
export * from './roles.ts'
export * from './scan-access.ts'
export * from './scan-states.ts'
export * from './scans.ts'
export * from './scheduling.ts'
export * from './session.ts'
export * from './sign-in.ts'
export * from './site-time.ts'
export * from './surveys.ts'
export * from './unmatched-studies.ts'

/** Every call of the product, by feature and name. */
export const callsByFeature: Record<string, Record<string, Call>> = Object.fromEntries(
  Object.entries({
    'sign-in': signIn,
    accounts,
    invites,
    patients: { ...patients, ...patientList },
    documents,
    registration,
    reimbursements,
    'scan-states': scanStates,
    forms,
    scans,
    'scan-access': scanAccess,
    imaging,
    arrival,
    'unmatched-studies': unmatchedStudies,
    drafts,
    emails,
    appointments: { ...appointments, ...scheduling },
    notifications,
    providers,
    'project-settings': projectSettings,
    contact,
    surveys,
    feedback,
    'access-log': accessLog,
    'client-log': clientLog,
  }).map(([feature, all]) => [
    feature,
    Object.fromEntries(Object.entries<unknown>(all).filter((entry): entry is [string, Call] => isCall(entry[1]))),
  ]),
)
export const calls: Record<string, Call> = Object.assign({}, ...Object.values(callsByFeature))
