import { startPollingPacs } from './clinic/imaging/archive/poll-pacs.ts'
import { imagingRetention, purgeRejectedScans } from './clinic/imaging/archive/retention.ts'
import { peopleRetention } from './clinic/people/retention.ts'
import { startKeepingWordSets } from './clinic/records/keep-word-sets.ts'
import { startReindexing } from './clinic/records/reindex-patients.ts'
import { purgeFiles, recordRetention } from './clinic/records/retention.ts'
import type { PurgeThings, TableRules } from './clinic/retention/rules.ts'
import { startScanning } from './clinic/virus-scan/scan-files.ts'
import { accessLogAuditActions } from './features/access-log/audit-actions.ts'
import { accessLogRoutes } from './features/access-log/routes.ts'
import { accountsAuditActions } from './features/accounts/audit-actions.ts'
import { accountRetention } from './features/accounts/retention.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { appointmentsAuditActions } from './features/appointments/audit-actions.ts'
import { endVisits } from './features/appointments/booking.ts'
import { startReminders } from './features/appointments/reminders.ts'
import { appointmentRetention } from './features/appointments/retention.ts'
import { appointmentRoutes } from './features/appointments/routes.ts'
import { arrivalAuditActions } from './features/arrival/audit-actions.ts'
import { startCatchingUp } from './features/arrival/catch-up.ts'
import { arrivalRoutes } from './features/arrival/routes.ts'
import { auditLogAuditActions } from './features/audit-log/audit-actions.ts'
import { startShippingAudit } from './features/audit-log/fhir/ship.ts'
import { auditLogRoutes } from './features/audit-log/routes.ts'
import { careMessageAuditActions } from './features/care-messages/audit-actions.ts'
import { careMessageRetention } from './features/care-messages/retention.ts'
import { careMessageRoutes } from './features/care-messages/routes.ts'
import { caregiverAuditActions } from './features/caregivers/audit-actions.ts'
import { caregiverRoutes } from './features/caregivers/routes.ts'
import { clientLogRoutes } from './features/client-log/routes.ts'
import { contactAuditActions } from './features/contact/audit-actions.ts'
import { contactRetention } from './features/contact/retention.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { documentsAuditActions } from './features/documents/audit-actions.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { draftRetention } from './features/drafts/retention.ts'
import { draftRoutes } from './features/drafts/routes.ts'
import { emailTemplatesAuditActions } from './features/email-templates/audit-actions.ts'
import { emailTemplateRoutes } from './features/email-templates/routes.ts'
import { emailsAuditActions } from './features/emails/audit-actions.ts'
import { emailRoutes } from './features/emails/routes.ts'
import { emergencyAccessAuditActions } from './features/emergency-access/audit-actions.ts'
import { emergencyAccessRetention } from './features/emergency-access/retention.ts'
import { emergencyAccessRoutes } from './features/emergency-access/routes.ts'
import { feedbackAuditActions } from './features/feedback/audit-actions.ts'
import { feedbackRoutes } from './features/feedback/routes.ts'
import { formsAuditActions } from './features/forms/audit-actions.ts'
import { formRetention } from './features/forms/retention.ts'
import { formRoutes } from './features/forms/routes.ts'
import { imagingAuditActions } from './features/imaging/audit-actions.ts'
import { measurementRetention } from './features/imaging/measurements/retention.ts'
import { imagingRoutes } from './features/imaging/routes.ts'
import { invitesAuditActions } from './features/invites/audit-actions.ts'
import { inviteRoutes } from './features/invites/routes.ts'
import { noticeAuditActions } from './features/notices/audit-actions.ts'
import { startPushing } from './features/notices/push-sender.ts'
import { noticeRetention } from './features/notices/retention.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { notificationAuditActions } from './features/notifications/audit-actions.ts'
import { notificationRetention } from './features/notifications/retention.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { patientNewsRetention } from './features/patient-news/retention.ts'
import { patientNewsRoutes } from './features/patient-news/routes.ts'
import { patientSummaryAuditActions } from './features/patient-summary/audit-actions.ts'
import { patientSummaryRoutes } from './features/patient-summary/routes.ts'
import { patientsAuditActions } from './features/patients/audit-actions.ts'
import { patientRoutes } from './features/patients/routes.ts'
import { projectSettingsAuditActions } from './features/project-settings/audit-actions.ts'
import { projectSettingsRoutes } from './features/project-settings/routes.ts'
import { providerAuditActions } from './features/providers/audit-actions.ts'
import { providerRoutes } from './features/providers/routes.ts'
import { recordMergeAuditActions } from './features/record-merge/audit-actions.ts'
import { startMovingLateRows } from './features/record-merge/late-rows.ts'
import { recordMergeRetention } from './features/record-merge/retention.ts'
import { recordMergeRoutes } from './features/record-merge/routes.ts'
import { registrationAuditActions } from './features/registration/audit-actions.ts'
import { registrationRoutes } from './features/registration/routes.ts'
import { reimbursementsAuditActions } from './features/reimbursements/audit-actions.ts'
import { purgeReimbursements, reimbursementRetention } from './features/reimbursements/retention.ts'
import { reimbursementRoutes } from './features/reimbursements/routes.ts'
import { reportAuditActions } from './features/reports/audit-actions.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { rightsAuditActions } from './features/rights/audit-actions.ts'
import { rightsRoutes } from './features/rights/routes.ts'
import { savedViewRoutes } from './features/saved-views/routes.ts'
import { scanAccessAuditActions } from './features/scan-access/audit-actions.ts'
import { startRemindingOfRequests } from './features/scan-access/remind-admins.ts'
import { scanAccessRetention } from './features/scan-access/retention.ts'
import { scanAccessRoutes } from './features/scan-access/routes.ts'
import { startCheckingStudies } from './features/scan-quality/check-studies.ts'
import { scanQualityRetention } from './features/scan-quality/retention.ts'
import { scanQualityRoutes } from './features/scan-quality/routes.ts'
import { scanStateRoutes } from './features/scan-states/routes.ts'
import { scansAuditActions } from './features/scans/audit-actions.ts'
import { scanRoutes } from './features/scans/routes.ts'
import { screeningAuditActions } from './features/screening/audit-actions.ts'
import { screeningRetention } from './features/screening/retention.ts'
import { screeningRoutes } from './features/screening/routes.ts'
import { signInAuditActions } from './features/sign-in/audit-actions.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { specialCareAuditActions } from './features/special-care/audit-actions.ts'
import { startMailingSpecialCareOpenings } from './features/special-care/mail-openings.ts'
import { specialCareRetention } from './features/special-care/retention.ts'
import { specialCareRoutes } from './features/special-care/routes.ts'
import { surveysAuditActions } from './features/surveys/audit-actions.ts'
import { surveyRetention } from './features/surveys/retention.ts'
import { surveyRoutes } from './features/surveys/routes.ts'
import { twoStepAuditActions } from './features/two-step/audit-actions.ts'
import { startMailingReady } from './features/two-step/recovery/mail-ready.ts'
import { twoStepRoutes } from './features/two-step/routes.ts'
import { unmatchedStudiesAuditActions } from './features/unmatched-studies/audit-actions.ts'
import { unmatchedStudyRoutes } from './features/unmatched-studies/routes.ts'
import { unusualAccessAuditActions } from './features/unusual-access/audit-actions.ts'
import { unusualAccessRetention } from './features/unusual-access/retention.ts'
import { unusualAccessRoutes } from './features/unusual-access/routes.ts'
import { startWatching } from './features/unusual-access/watch.ts'
import { workQueueAuditActions } from './features/work-queue/audit-actions.ts'
import { workQueueRetention } from './features/work-queue/retention.ts'
import { workQueueRoutes } from './features/work-queue/routes.ts'
import {
  type ActionIn,
  type ActionsByKind,
  type AuditActions,
  actionsByName,
  wordsForStaff,
} from './platform/audit/action-rules.ts'
import { programAuditActions } from './platform/audit/audit-actions.ts'
import type { Route } from './platform/calls/route.ts'
import type { Platform } from './platform.ts'

type Feature = {
  routes: (platform: Platform) => Route[]
  /** What it writes to the audit trail. */
  actions?: ActionsByKind
  retention?: TableRules[]
}

/** Every feature, once: its routes, the actions of its audit rows, and the rules of its tables. */
const features = [
  { routes: signInRoutes, actions: signInAuditActions },
  { routes: accountRoutes, actions: accountsAuditActions, retention: accountRetention },
  { routes: twoStepRoutes, actions: twoStepAuditActions },
  { routes: registrationRoutes, actions: registrationAuditActions },
  { routes: inviteRoutes, actions: invitesAuditActions },
  { routes: caregiverRoutes, actions: caregiverAuditActions },
  { routes: patientRoutes(endVisits), actions: patientsAuditActions },
  { routes: patientSummaryRoutes, actions: patientSummaryAuditActions },
  {
    routes: recordMergeRoutes(() => ({ rules: tableRules, actions: auditActions })),
    actions: recordMergeAuditActions,
    retention: recordMergeRetention,
  },
  { routes: workQueueRoutes, actions: workQueueAuditActions, retention: workQueueRetention },
  { routes: documentRoutes, actions: documentsAuditActions },
  { routes: reimbursementRoutes, actions: reimbursementsAuditActions, retention: reimbursementRetention },
  { routes: scanStateRoutes },
  { routes: formRoutes, actions: formsAuditActions, retention: formRetention },
  { routes: scanRoutes, actions: scansAuditActions },
  { routes: scanAccessRoutes, actions: scanAccessAuditActions, retention: scanAccessRetention },
  { routes: imagingRoutes, actions: imagingAuditActions, retention: measurementRetention },
  { routes: arrivalRoutes, actions: arrivalAuditActions },
  { routes: scanQualityRoutes, retention: scanQualityRetention },
  { routes: unmatchedStudyRoutes, actions: unmatchedStudiesAuditActions },
  { routes: draftRoutes, retention: draftRetention },
  { routes: appointmentRoutes, actions: appointmentsAuditActions, retention: appointmentRetention },
  { routes: screeningRoutes, actions: screeningAuditActions, retention: screeningRetention },
  { routes: careMessageRoutes, actions: careMessageAuditActions, retention: careMessageRetention },
  { routes: emailRoutes, actions: emailsAuditActions },
  { routes: emailTemplateRoutes, actions: emailTemplatesAuditActions },
  { routes: patientNewsRoutes, retention: patientNewsRetention },
  { routes: noticeRoutes, actions: noticeAuditActions, retention: noticeRetention },
  { routes: notificationRoutes, actions: notificationAuditActions, retention: notificationRetention },
  { routes: unusualAccessRoutes, actions: unusualAccessAuditActions, retention: unusualAccessRetention },
  {
    routes: emergencyAccessRoutes((action) => wordsForStaff(auditActions, action)),
    actions: emergencyAccessAuditActions,
    retention: emergencyAccessRetention,
  },
  { routes: specialCareRoutes, actions: specialCareAuditActions, retention: specialCareRetention },
  { routes: providerRoutes, actions: providerAuditActions },
  { routes: projectSettingsRoutes, actions: projectSettingsAuditActions },
  { routes: rightsRoutes, actions: rightsAuditActions },
  { routes: savedViewRoutes },
  { routes: reportRoutes, actions: reportAuditActions },
  { routes: contactRoutes, actions: contactAuditActions, retention: contactRetention },
  { routes: surveyRoutes, actions: surveysAuditActions, retention: surveyRetention },
  { routes: feedbackRoutes, actions: feedbackAuditActions },
  { routes: clientLogRoutes },
  { routes: accessLogRoutes(() => auditActions), actions: accessLogAuditActions },
  { routes: auditLogRoutes(() => auditActions), actions: auditLogAuditActions },
] satisfies Feature[]

declare module './platform/audit/audit.ts' {
  interface DeclaredActions {
    features: ActionIn<(typeof features)[number]['actions']>
  }
}
export const auditActions: AuditActions = actionsByName(
  programAuditActions,
  ...features.flatMap(({ actions = {} }) => actions),
)

export const allRoutes = (platform: Platform): Route[] => features.flatMap(({ routes }) => routes(platform))

export const tableRules: TableRules[] = [
  ...recordRetention,
  ...peopleRetention,
  ...imagingRetention,
  ...features.flatMap(({ retention = [] }) => retention),
]

/** In this order: a receipt is kept as long as its request. */
export const purges: PurgeThings[] = [purgeReimbursements, purgeFiles, purgeRejectedScans]

/** What features do by themselves in the background; the result stops it. */
const jobs = [
  startReminders,
  startRemindingOfRequests,
  startPushing,
  startCatchingUp,
  startCheckingStudies,
  startPollingPacs,
  startScanning,
  startReindexing,
  startKeepingWordSets,
  startWatching(auditActions),
  startMailingSpecialCareOpenings,
  startMailingReady,
  startMovingLateRows(tableRules),
  startShippingAudit(auditActions),
]

export const startJobs = (platform: Platform) => {
  const stops = jobs.map((start) => start(platform))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
