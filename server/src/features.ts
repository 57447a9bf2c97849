import { startPollingPacs } from './clinic/imaging/archive/poll-pacs.ts'
import { startScanning } from './clinic/virus-scan/scan-files.ts'
import { accessLogRoutes } from './features/access-log/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { startReminders } from './features/appointments/reminders.ts'
import { appointmentRoutes } from './features/appointments/routes.ts'
import { startCatchingUp } from './features/arrival/catch-up.ts'
import { arrivalRoutes } from './features/arrival/routes.ts'
import { clientLogRoutes } from './features/client-log/routes.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { draftRoutes } from './features/drafts/routes.ts'
import { emailRoutes } from './features/emails/routes.ts'
import { feedbackRoutes } from './features/feedback/routes.ts'
import { formRoutes } from './features/forms/routes.ts'
import { imagingRoutes } from './features/imaging/routes.ts'
import { inviteRoutes } from './features/invites/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { patientRoutes } from './features/patients/routes.ts'
import { projectSettingsRoutes } from './features/project-settings/routes.ts'
import { providerRoutes } from './features/providers/routes.ts'
import { registrationRoutes } from './features/registration/routes.ts'
import { reimbursementRoutes } from './features/reimbursements/routes.ts'
import { scanAccessRoutes } from './features/scan-access/routes.ts'
import { scanStateRoutes } from './features/scan-states/routes.ts'
import { scanRoutes } from './features/scans/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { surveyRoutes } from './features/surveys/routes.ts'
import { unmatchedStudyRoutes } from './features/unmatched-studies/routes.ts'
import type { Route } from './platform/calls/route.ts'
import type { Platform } from './platform.ts'

const features = [
  signInRoutes,
  accountRoutes,
  registrationRoutes,
  inviteRoutes,
  patientRoutes,
  documentRoutes,
  reimbursementRoutes,
  scanStateRoutes,
  formRoutes,
  scanRoutes,
  scanAccessRoutes,
  imagingRoutes,
  arrivalRoutes,
  unmatchedStudyRoutes,
  draftRoutes,
  appointmentRoutes,
  emailRoutes,
  notificationRoutes,
  providerRoutes,
  projectSettingsRoutes,
  contactRoutes,
  surveyRoutes,
  feedbackRoutes,
  accessLogRoutes,
  clientLogRoutes,
]

export const allRoutes = (platform: Platform): Route[] => features.flatMap((routes) => routes(platform))

/** What features do by themselves in the background; the result stops it. */
const jobs = [startReminders, startCatchingUp, startPollingPacs, startScanning]

export const startJobs = (platform: Platform) => {
  const stops = jobs.map((start) => start(platform))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
