const staffOnlyFeatures = [
  'arrival',
  'audit-log',
  'email-templates',
  'emails',
  'emergency-access',
  'feedback',
  'gallery',
  'notifications',
  'palette',
  'patient-summary',
  'project-settings',
  'providers',
  'record-merge',
  'reports',
  'rights',
  'saved-views',
  'scan-access',
  'special-care',
  'unmatched-studies',
  'unusual-access',
  'work-queue',
]

/** Files whose texts stay in English: only staff read them, or they are no sentences. */
export const staffOnlyFiles = [
  ...staffOnlyFeatures.map((feature) => `features/${feature}/**/*.{ts,tsx}`),
  'features/*/staff-messages.ts',
  'features/appointments/{day-sheet,scanner,scheduling}-messages.ts',
  'features/appointments/WeekGrid.tsx',
  'features/imaging/{compare,measure}/**/*.{ts,tsx}',
  'features/imaging/{directions,keys}.ts',
  'features/patients/bulk/**/*.{ts,tsx}',
  'features/patients/{MedicalSection,PatientDetailsPage}.tsx',
  'clinic/records/record-words.ts',
  'clinic/scans/{access,quality}-words.ts',
  'clinic/visits/{ScreeningBadge.tsx,visit-words.ts}',
  'app/areas/record-tabs.tsx',
  'ui/display/{days-left-words,sizes}.ts',
  'ui/form/Export{Button,Dialog}.tsx',
]

/** What is signed has one wording, in English (decision 65). */
export const signedFiles = ['features/forms/{legal,messages}.ts']

/** Emails that only staff get. */
export const mailsOfStaff = [
  'server/src/clinic/people/operator-invitation-mail.ts',
  'server/src/features/{contact/mail,patients/export-mail,unusual-access/weekly-mail}.ts',
]

/** What a file with emails to patients also mails to staff. */
export const mailedToStaff = [
  'An account is being recovered',
  'Two staff members of this or another clinic confirmed the identity of a person who has lost every second step. To see who it is, or to stop the recovery if it looks wrong, go to “Account recovery” in the project settings: {0}/projectSettings',
]

/** Files of the contract and the server with sentences that patients read. */
export const fromElsewhere = [
  'contract/src/{accounts,appointments,care-threads,caregivers,contact,documents,fields,files,forms,registration}.ts',
  'server/src/*/*/audit-actions.ts',
  'server/src/{clinic/records/audit-names,features/access-log/*}.ts',
  'contract/src/{questionnaire,refusal-grounds,reimbursements,screening,screening-lines,screening-questions,sign-in,surveys}.ts',
]
