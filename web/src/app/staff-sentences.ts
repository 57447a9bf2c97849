/** Files of the contract and the server whose sentences only staff, operators and other programs get. */
export const staffFiles = [
  'contract/src/{audit-log,bulk,dicom-search,dicom-zip,dicomweb,email-template,emails,ground-labels,measurements,pages,patient-bulk}.ts',
  'contract/src/{patient-list,project-settings,reports,scanners,scheduling,sign-factors,two-step-policy}.ts',
  'server/src/clinic/{imaging/dicom/refused,letters/standard-templates}.ts',
  'server/src/clinic/people/operator-invitation-mail.ts',
  'server/src/clinic/records/{bulk-lines,chosen-physician,own-record}.ts',
  'server/src/features/appointments/{scanners,scheduling,visits}.ts',
  'server/src/features/contact/mail.ts',
  'server/src/features/forms/{certificate-page,countersign,export-form}.ts',
  'server/src/features/imaging/{accept,documents/document-in,measurements/*,retrieve/*}.ts',
  'server/src/features/invites/{operators,patients}.ts',
  'server/src/features/patients/{bulk,remove}.ts',
  'server/src/features/project-settings/*.ts',
  'server/src/features/reimbursements/second-person.ts',
  'server/src/features/scan-access/remind-admins.ts',
  'server/src/features/two-step/{policy,recovery/confirm,recovery/errors}.ts',
  'server/src/platform/{anchors,audit,backup,database,embedded-postgres,mail,move,settings,signing}/**/*.ts',
  'server/src/platform/{base/store-unavailable,calls/web-app,files/deletion-pause,files/encryption/*}.ts',
]

/** What only they get of other files. */
export const staffSentences = [
  // contract/src/account-recovery.ts
  'Please enter the visit code',
  'A visit code has 8 letters and digits',
  'Please choose the document',
  'Please write the name on the document',
  'Please write the date of birth',
  'Please write a date, such as 04/17/1986',
  'Please write the MRN or the patient ID',
  'Please write the provider ID',
  // contract/src/invites.ts
  '{0} is required',
  '{0} must contain only letters',
  'MRN number is required',
  'Please choose a physician',
  // contract/src/limits.ts
  'You have sent 1,000 emails within an hour. Please try again later.',
  // contract/src/scan-access.ts
  'Please choose a ground',
  // server/src/clinic/records/patient-files.ts
  'This record has reached the limit of {0} signed forms.',
  'This record has reached the limit of {0} receipts.',
  'The files of this record have reached the limit of 1 GB. Deleted files count, too.',
  // server/src/platform/base/errors.ts, server/src/platform/calls
  'There is no space left, so this was not saved. Please tell your IT team.',
  'There is no space left for files. Please tell your IT team.',
  'Files cannot be opened right now. Please tell your IT team.',
  // server/src/clinic/people
  'This patient has an account and can invite people to help.',
  'There can be at most {0} caregivers. Please remove one first.',
  'The patient sent this invitation. Only the patient can change it.',
  'This project does not invite patients at this email domain. Please use another address.',
  // server/src/features/accounts/closure.ts
  'The patient withdrew this request, or a colleague answered it. Please look again.',
  'The request was declined.',
  // server/src/features/appointments/booking.ts
  '{0} already has a visit on {1}.',
  'This visit can no longer move to another scanner.',
  'The room of the appointment changed.',
  'Another appointment at a time that it mentions has changed.',
  'A newer invitation was sent.',
  'A newer link was sent.',
  'The link no longer works.',
  'The email address change was stopped or replaced.',
  'The record was deleted.',
  'This invitation is no longer needed.',
  'A colleague just changed this visit. Please check it again.',
  '{0} is not free at this time. Please choose another scanner.',
  // server/src/features/care-messages/routes.ts
  'The conversation is closed.',
  'Please choose a colleague who can do this',
  'A colleague has just changed this. Please look again.',
  // server/src/features/documents/routes.ts
  'Category saved',
  // server/src/features/invites/routes.ts
  'The operator has been added successfully.',
  'The email address of the path is another one than that of the invitation.',
  // server/src/features/patients
  'Please name a patient',
  'The patient has been successfully deleted.',
  'The patient has been restored.',
  'Patient session set successfully',
  'Another patient in this project has this MRN number.',
  // server/src/features/reimbursements/routes.ts
  'Reimbursement request deleted',
  'This request is approved or being processed. Please check it again first.',
  'Reimbursement request saved',
  // server/src/features/scan-access/routes.ts
  'The time to answer this request was already extended. It can be extended only once.',
  'The due date has passed, so the time to answer can no longer be extended.',
  'This scan is not open to the patient.',
  'There is no pending request for this scan.',
  'The patient has asked again since you opened this list. Please check the new request.',
  'A new form has been signed since you opened this list. Please check it first.',
  'This scan now belongs to another patient, or to no one. Please check whose it is, or decline the request.',
  'The signed form was changed after it was signed. The patient has to sign a new one.',
  'This form was signed for the record that was merged into this one. Please decline the request, so that the patient can sign a new form.',
  'The text of the form has changed since it was signed. The patient has to sign a new one.',
  'This form has not been countersigned yet. Please open it and countersign it.',
  'The signed form expired on {0}. The patient has to sign a new one.',
  'Request declined',
  'Request extended',
  'The request was approved already',
  'Request approved',
  // server/src/features/screening/routes.ts
  'There are newer answers. Please read them before you decide.',
  'These answers are more than {0} days old. Please ask the questions again.',
  'A physician decided that this patient is not cleared. Only a physician can change that.',
  'The review is saved.',
  // server/src/features/two-step/recovery/stop.ts
  'This recovery is already over.',
  'The recovery was stopped, and the person was notified.',
  // Programs only: no page of the app sends or shows these.
  'Still here',
  'The request is not valid JSON.',
  'The project header is not valid.',
  'The request is not a form.',
]
