/** Files in which all displayed text is translated, except under a `staff` key. */
export const translatedFiles = [
  'features/{access-log,accounts,care-messages,caregivers,contact,documents,invites,notices,patient-news,public-site,reimbursements,registration}/**/*.{ts,tsx}',
  'features/{scans,screening,sign-in,surveys,two-step,verify}/**/*.{ts,tsx}',
  'features/{appointments,patients}/messages.ts',
  'features/patients/{HomeTiles,HomeTodos,PatientAreaPage,PatientHomePage,PatientProfilePage,ProfileCard,summaries}.{ts,tsx}',
  'features/imaging/!(keys|directions).{ts,tsx}',
  'features/imaging/{documents,key-images,segmentation}/**/*.{ts,tsx}',
  'app/areas/patient-home.tsx',
  'ui/display/!(access-words|days-left-words|quality-words|record-words|ScanQuality|ScreeningBadge|sizes|visit-words).{ts,tsx}',
  'ui/{edit,file,identity,shell,state,dialog}/**/*.{ts,tsx}',
  'ui/form/!(ExportButton|ExportDialog).{ts,tsx}',
  'app/Frame.tsx',
]

/** Emails that only staff get. */
export const mailsOfStaff = [
  'server/src/clinic/people/operator-invitation-mail.ts',
  'server/src/features/{contact/mail,patients/export-mail,unusual-access/weekly-mail}.ts',
]

/** Files of the contract and the server with sentences that patients read. */
export const fromElsewhere = [
  'contract/src/{accounts,appointments,care-threads,caregivers,contact,documents,fields,files,forms,registration}.ts',
  'server/src/*/*/audit-words.ts',
  'contract/src/{questionnaire,refusal-grounds,reimbursements,screening,screening-lines,screening-questions,sign-in,surveys}.ts',
]
