import { startPollingPacs } from './clinic/imaging/archive/poll-pacs.ts'
import { imagingRetention, purgeRejectedScans } from './clinic/imaging/archive/retention.ts'
import { peopleRetention } from './clinic/people/retention.ts'
import { startKeepingWordSets } from './clinic/records/keep-word-sets.ts'
import { startReindexing } from './clinic/records/reindex-patients.ts'
import { purgeFiles, recordRetention } from './clinic/records/retention.ts'
import type { PurgeThings, TableRules } from './clinic/retention/rules.ts'
import { startScanning } from './clinic/virus-scan/scan-files.ts'
import { accessLogRoutes } from './features/access-log/routes.ts'
import { accountsAuditWords } from './features/accounts/audit-words.ts'
import { accountRetention } from './features/accounts/retention.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { appointmentsAuditWords } from './features/appointments/audit-words.ts'
import { endVisits } from './features/appointments/booking.ts'
import { startReminders } from './features/appointments/reminders.ts'
import { appointmentRetention } from './features/appointments/retention.ts'
import { appointmentRoutes } from './features/appointments/routes.ts'
import { arrivalAuditWords } from './features/arrival/audit-words.ts'
import { startCatchingUp } from './features/arrival/catch-up.ts'
import { arrivalRoutes } from './features/arrival/routes.ts'
import { startShippingAudit } from './features/audit-log/fhir/ship.ts'
import { auditLogRoutes } from './features/audit-log/routes.ts'
import { wordsForAdmins } from './features/audit-log/words.ts'
import { careMessageAuditWords } from './features/care-messages/audit-words.ts'
import { careMessageRetention } from './features/care-messages/retention.ts'
import { careMessageRoutes } from './features/care-messages/routes.ts'
import { caregiverAuditWords } from './features/caregivers/audit-words.ts'
import { caregiverRoutes } from './features/caregivers/routes.ts'
import { clientLogRoutes } from './features/client-log/routes.ts'
import { contactAuditWords } from './features/contact/audit-words.ts'
import { contactRetention } from './features/contact/retention.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { documentsAuditWords } from './features/documents/audit-words.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { draftRetention } from './features/drafts/retention.ts'
import { draftRoutes } from './features/drafts/routes.ts'
import { emailTemplatesAuditWords } from './features/email-templates/audit-words.ts'
import { emailTemplateRoutes } from './features/email-templates/routes.ts'
import { emailsAuditWords } from './features/emails/audit-words.ts'
import { emailRoutes } from './features/emails/routes.ts'
import { emergencyAccessAuditWords } from './features/emergency-access/audit-words.ts'
import { emergencyAccessRetention } from './features/emergency-access/retention.ts'
import { emergencyAccessRoutes } from './features/emergency-access/routes.ts'
import { feedbackRoutes } from './features/feedback/routes.ts'
import { formsAuditWords } from './features/forms/audit-words.ts'
import { formRetention } from './features/forms/retention.ts'
import { formRoutes } from './features/forms/routes.ts'
import { imagingAuditWords } from './features/imaging/audit-words.ts'
import { measurementRetention } from './features/imaging/measurements/retention.ts'
import { imagingRoutes } from './features/imaging/routes.ts'
import { invitesAuditWords } from './features/invites/audit-words.ts'
import { inviteRoutes } from './features/invites/routes.ts'
import { noticeAuditWords } from './features/notices/audit-words.ts'
import { noticeRetention } from './features/notices/retention.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { notificationRetention } from './features/notifications/retention.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { patientNewsRetention } from './features/patient-news/retention.ts'
import { patientNewsRoutes } from './features/patient-news/routes.ts'
import { patientSummaryAuditWords } from './features/patient-summary/audit-words.ts'
import { patientSummaryRoutes } from './features/patient-summary/routes.ts'
import { patientsAuditWords } from './features/patients/audit-words.ts'
import { patientRoutes } from './features/patients/routes.ts'
import { projectSettingsRoutes } from './features/project-settings/routes.ts'
import { providerRoutes } from './features/providers/routes.ts'
import { recordMergeAuditWords } from './features/record-merge/audit-words.ts'
import { startMovingLateRows } from './features/record-merge/late-rows.ts'
import { recordMergeRetention } from './features/record-merge/retention.ts'
import { recordMergeRoutes } from './features/record-merge/routes.ts'
import { registrationAuditWords } from './features/registration/audit-words.ts'
import { registrationRoutes } from './features/registration/routes.ts'
import { reimbursementsAuditWords } from './features/reimbursements/audit-words.ts'
import { purgeReimbursements, reimbursementRetention } from './features/reimbursements/retention.ts'
import { reimbursementRoutes } from './features/reimbursements/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { rightsRoutes } from './features/rights/routes.ts'
import { savedViewRoutes } from './features/saved-views/routes.ts'
import { scanAccessAuditWords } from './features/scan-access/audit-words.ts'
import { startRemindingOfRequests } from './features/scan-access/remind-admins.ts'
import { scanAccessRetention } from './features/scan-access/retention.ts'
import { scanAccessRoutes } from './features/scan-access/routes.ts'
import { startCheckingStudies } from './features/scan-quality/check-studies.ts'
import { scanQualityRetention } from './features/scan-quality/retention.ts'
import { scanQualityRoutes } from './features/scan-quality/routes.ts'
import { scanStateRoutes } from './features/scan-states/routes.ts'
import { scansAuditWords } from './features/scans/audit-words.ts'
import { scanRoutes } from './features/scans/routes.ts'
import { screeningAuditWords } from './features/screening/audit-words.ts'
import { screeningRetention } from './features/screening/retention.ts'
import { screeningRoutes } from './features/screening/routes.ts'
import { signInAuditWords } from './features/sign-in/audit-words.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { specialCareAuditWords } from './features/special-care/audit-words.ts'
import { startMailingSpecialCareOpenings } from './features/special-care/mail-openings.ts'
import { specialCareRetention } from './features/special-care/retention.ts'
import { specialCareRoutes } from './features/special-care/routes.ts'
import { surveysAuditWords } from './features/surveys/audit-words.ts'
import { surveyRetention } from './features/surveys/retention.ts'
import { surveyRoutes } from './features/surveys/routes.ts'
import { twoStepAuditWords } from './features/two-step/audit-words.ts'
import { startMailingReady } from './features/two-step/recovery/mail-ready.ts'
import { twoStepRoutes } from './features/two-step/routes.ts'
import { unmatchedStudiesAuditWords } from './features/unmatched-studies/audit-words.ts'
import { unmatchedStudyRoutes } from './features/unmatched-studies/routes.ts'
import { unusualAccessAuditWords } from './features/unusual-access/audit-words.ts'
import { unusualAccessRetention } from './features/unusual-access/retention.ts'
import { unusualAccessRoutes } from './features/unusual-access/routes.ts'
import { startWatching } from './features/unusual-access/watch.ts'
import { workQueueAuditWords } from './features/work-queue/audit-words.ts'
import { workQueueRetention } from './features/work-queue/retention.ts'
import { workQueueRoutes } from './features/work-queue/routes.ts'
import type { AuditWords } from './platform/audit/audit.ts'
import type { Route } from './platform/calls/route.ts'
import { startPushing } from './platform/push/sender.ts'
import type { Platform } from './platform.ts'

type Feature = {
  routes: (platform: Platform) => Route[]
  /** What its audit rows say to the patient whom they concern. */
  words?: AuditWords
  retention?: TableRules[]
}

/** Every feature, once: its routes, the words of its audit rows, and the rules of its tables. */
const features: Feature[] = [
  { routes: signInRoutes, words: signInAuditWords },
  { routes: accountRoutes, words: accountsAuditWords, retention: accountRetention },
  { routes: twoStepRoutes, words: twoStepAuditWords },
  { routes: registrationRoutes, words: registrationAuditWords },
  { routes: inviteRoutes, words: invitesAuditWords },
  { routes: caregiverRoutes, words: caregiverAuditWords },
  { routes: patientRoutes(endVisits), words: patientsAuditWords },
  { routes: patientSummaryRoutes, words: patientSummaryAuditWords },
  { routes: recordMergeRoutes(() => tableRules), words: recordMergeAuditWords, retention: recordMergeRetention },
  { routes: workQueueRoutes, words: workQueueAuditWords, retention: workQueueRetention },
  { routes: documentRoutes, words: documentsAuditWords },
  { routes: reimbursementRoutes, words: reimbursementsAuditWords, retention: reimbursementRetention },
  { routes: scanStateRoutes },
  { routes: formRoutes, words: formsAuditWords, retention: formRetention },
  { routes: scanRoutes, words: scansAuditWords },
  { routes: scanAccessRoutes, words: scanAccessAuditWords, retention: scanAccessRetention },
  { routes: imagingRoutes, words: imagingAuditWords, retention: measurementRetention },
  { routes: arrivalRoutes, words: arrivalAuditWords },
  { routes: scanQualityRoutes, retention: scanQualityRetention },
  { routes: unmatchedStudyRoutes, words: unmatchedStudiesAuditWords },
  { routes: draftRoutes, retention: draftRetention },
  { routes: appointmentRoutes, words: appointmentsAuditWords, retention: appointmentRetention },
  { routes: screeningRoutes, words: screeningAuditWords, retention: screeningRetention },
  { routes: careMessageRoutes, words: careMessageAuditWords, retention: careMessageRetention },
  { routes: emailRoutes, words: emailsAuditWords },
  { routes: emailTemplateRoutes, words: emailTemplatesAuditWords },
  { routes: patientNewsRoutes, retention: patientNewsRetention },
  { routes: noticeRoutes, words: noticeAuditWords, retention: noticeRetention },
  { routes: notificationRoutes, retention: notificationRetention },
  { routes: unusualAccessRoutes, words: unusualAccessAuditWords, retention: unusualAccessRetention },
  {
    routes: emergencyAccessRoutes((action) => wordsForAdmins(auditWords, action)),
    words: emergencyAccessAuditWords,
    retention: emergencyAccessRetention,
  },
  { routes: specialCareRoutes, words: specialCareAuditWords, retention: specialCareRetention },
  { routes: providerRoutes },
  { routes: projectSettingsRoutes },
  { routes: rightsRoutes },
  { routes: savedViewRoutes },
  { routes: reportRoutes },
  { routes: contactRoutes, words: contactAuditWords, retention: contactRetention },
  { routes: surveyRoutes, words: surveysAuditWords, retention: surveyRetention },
  { routes: feedbackRoutes },
  { routes: clientLogRoutes },
]

export const auditWords: AuditWords = Object.assign({}, ...features.map(({ words }) => words))

export const allRoutes = (platform: Platform): Route[] =>
  [...features.map(({ routes }) => routes), accessLogRoutes(auditWords), auditLogRoutes(auditWords)].flatMap((routes) =>
    routes(platform),
  )

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
  startWatching,
  startMailingSpecialCareOpenings,
  startMailingReady,
  startMovingLateRows(tableRules),
  startShippingAudit(auditWords),
]

export const startJobs = (platform: Platform) => {
  const stops = jobs.map((start) => start(platform))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
