import type { Proof } from '../line.ts'

/** Audit trail, log, signatures, backups, and steps of work. */

export const auditRows: Proof = {
  where: ['server/src/platform/audit/audit.ts', 'server/src/platform/calls/audit-call.ts'],
  tests: [
    ['server/test/responses.test.ts', 'with a call without %s'],
    [
      'server/src/features/documents/documents.test.ts',
      'every reading and writing of a document is noted with patient and file',
    ],
    ['server/src/features/audit-log/audit-log.test.ts', 'an admin sees who opened what of whom'],
  ],
}
export const auditChain: Proof = {
  where: [
    'server/src/platform/audit/audit-chain.ts',
    'server/src/platform/anchors/anchor-log.ts',
    'docs/decisions/0036-signed-anchors.md',
  ],
  tests: [
    ['server/src/platform/audit/audit-verify.test.ts', '%s is named'],
    [
      'server/src/platform/audit/audit-verify.test.ts',
      'a chain and anchors that were rewritten with a stolen key show beside a copy',
    ],
    [
      'server/src/cli/verify-audit.test.ts',
      'whoever has the public key and the copies verifies without the data folder',
    ],
  ],
}
export const auditCopies: Proof = {
  where: ['server/src/platform/anchors/copies.ts', 'server/src/platform/anchors/syslog.ts'],
  tests: [
    ['server/src/platform/anchors/copies.test.ts', 'gets the lines over TLS, keeps them in order while it is away'],
    ['server/src/platform/anchors/copies.test.ts', 'a file elsewhere gets every line of every log once and in order'],
  ],
}
export const accessLog: Proof = {
  where: ['server/src/features/access-log/routes.ts', 'server/src/features/audit-log/routes.ts'],
  tests: [
    ['server/src/features/access-log/access-log.test.ts', 'a patient sees who opened which file, by name and role'],
    ['server/src/features/audit-log/audit-log.test.ts', 'nobody but admins reads it'],
  ],
}
export const unusualAccess: Proof = {
  where: ['server/src/features/unusual-access/routes.ts'],
  tests: [['server/src/features/unusual-access/rules.test.ts', 'who reads the record of a namesake is found']],
}
export const refusedRows: Proof = {
  where: ['server/src/platform/calls/audit-refusal.ts'],
  tests: [
    [
      'server/src/features/audit-log/audit-log.test.ts',
      'a failed sign-in names the account and says nothing of who tried',
    ],
    ['server/src/features/sign-in/sign-in.test.ts', 'a refused sign-in of somebody known is in the audit trail'],
  ],
}
export const signInRows: Proof = {
  where: ['server/src/clinic/people/start-session.ts'],
  tests: [
    ['server/src/features/sign-in/lock-out.test.ts', 'a sign-in leaves its row in the audit trail'],
    ['server/src/features/two-step/two-step.test.ts', 'signs in without a password, as two factors'],
  ],
}
export const evidence: Proof = {
  where: ['server/src/cli/evidence/evidence.ts', 'server/src/cli/evidence/seal.ts'],
  tests: [
    ['server/src/cli/evidence/evidence.test.ts', 'the folder says who had which rights when'],
    ['server/src/cli/evidence/evidence.test.ts', 'a changed byte, a file more and a file less are found'],
  ],
}
export const auditFhir: Proof = {
  where: ['server/src/features/audit-log/fhir/ship.ts', 'server/src/features/audit-log/fhir/audit-event.ts'],
  tests: [
    ['server/src/features/audit-log/fhir/fhir.test.ts', 'an endpoint gets every row once and in order'],
    ['server/src/features/audit-log/fhir/fhir.test.ts', 'a reading of a record has the shape of BALP’s PatientRead'],
  ],
}

export const logLines: Proof = {
  where: ['server/src/platform/calls/request-log.ts', 'server/src/platform/base/log.ts', 'docs/OPERATIONS.md'],
  tests: [
    [
      'server/test/responses.test.ts',
      'a line of the log tells the call and a mark of the person, and nothing that names anybody',
    ],
    ['server/test/watching.test.ts', 'nothing that somebody typed, sent or keeps is in the log'],
    [
      'server/test/watching.test.ts',
      'one id leads from the answer to the line of the log and the row of the audit trail',
    ],
  ],
}
export const errorResponses: Proof = {
  where: ['server/src/platform/calls/error-response.ts'],
  tests: [
    ['server/test/responses.test.ts', 'what goes wrong inside is told to nobody'],
    ['server/test/responses.test.ts', 'what cannot be read is refused without being repeated'],
  ],
}
export const failsSafely: Proof = {
  where: ['server/src/platform/database/db.ts'],
  tests: [
    ['server/src/platform/database/db.test.ts', 'a database that hangs is a 503 in time'],
    ['server/src/platform/database/db.test.ts', 'a statement that failed and was swallowed spoils its transaction'],
    [
      'server/src/features/imaging/uncommitted.test.ts',
      'what the archive had sent for a reading that could not be noted goes to nobody',
    ],
  ],
}

export const signedForms: Proof = {
  where: [
    'server/src/clinic/records/seals.ts',
    'server/src/clinic/records/form-record.ts',
    'server/src/features/forms/routes.ts',
  ],
  tests: [
    [
      'server/src/features/forms/forms.test.ts',
      'a form is stored encrypted as what it is, with a record of who signed what and when',
    ],
    ['server/src/features/forms/forms.test.ts', 'a form whose bytes were changed in the store is not shown'],
    ['server/src/features/forms/forms.test.ts', 'the command line finds the forms that were changed'],
  ],
}
export const signedAsShown: Proof = {
  where: ['web/src/features/forms/SignedFormPage.tsx'],
  tests: [
    [
      'web/src/features/forms/signed-form.test.tsx',
      'a signed form is shown as it was signed, with the text of that time',
    ],
    [
      'web/src/features/forms/signing.test.tsx',
      'the paper that is sent says who signed for which scan, for what and until when',
    ],
  ],
}
export const formSwap: Proof = {
  where: ['server/src/clinic/records/form-record.ts'],
  tests: [
    [
      'server/src/features/forms/forms.test.ts',
      'a form that was replaced by another one of the same patient is not shown',
    ],
    ['server/src/features/forms/forms.test.ts', 'what the PDF says of itself is what is sealed'],
  ],
}
export const signersName: Proof = {
  where: ['server/src/features/forms/routes.ts', 'docs/decisions/0035-email-changes-and-signatures.md'],
  tests: [['server/src/features/forms/forms.test.ts', 'the signature follows the profile']],
}

export const encryption: Proof = {
  where: ['server/src/platform/files/encryption/encryption.ts', 'docs/decisions/0026-keys-and-their-rotation.md'],
  tests: [
    ['server/src/platform/files/encryption/encryption.test.ts', 'shows nothing of the plaintext'],
    ['server/src/platform/files/encryption/encryption.test.ts', 'notices a changed, a cut and a lengthened file'],
    [
      'server/src/platform/files/store-upload.test.ts',
      'comes back byte for byte, whole and in ranges, and lies encrypted',
    ],
  ],
}
export const keys: Proof = {
  where: [
    'server/src/platform/files/encryption/master-keys.ts',
    'server/src/platform/files/encryption/rotate-keys.ts',
    'docs/OPERATIONS.md',
  ],
  tests: [
    [
      'server/src/cli/keys/rotate.test.ts',
      'keys are rotated beside a running program without one failed read or write',
    ],
    ['server/src/platform/files/encryption/keys.test.ts', 'derives one key per purpose'],
    [
      'server/src/platform/settings/settings.test.ts',
      'a key file that others can read, or that nobody can, is refused',
    ],
  ],
}
export const backup: Proof = {
  where: ['server/src/cli/backup/make-backup.ts', 'server/src/cli/backup/restore-backup.ts'],
  tests: [
    ['server/src/cli/backup/drill.test.ts', 'a backup made under writing hands comes back whole in a new data folder'],
    ['server/src/cli/backup/restore-backup.test.ts', 'nothing of a person stands in a backup in the clear'],
  ],
}
export const retention: Proof = {
  where: ['server/src/clinic/retention/rules.ts', 'docs/decisions/0028-retention.md'],
  tests: [
    [
      'server/src/clinic/retention/retention.test.ts',
      'a record goes as a whole when its time is over, and its files after it; the audit trail stays',
    ],
    ['server/src/clinic/retention/retention.test.ts', 'every table that knows a patient is emptied with the record'],
  ],
}

export const transactions: Proof = {
  where: ['server/src/platform/calls/handle-call.ts', 'server/src/platform/database/db.ts'],
  tests: [
    ['server/src/features/appointments/appointments.test.ts', 'a booking that fails mails nobody'],
    ['server/src/platform/mail/sender.test.ts', 'a mail of a transaction that fails is never queued'],
  ],
}
export const noDoubleBooking: Proof = {
  where: ['server/migrations/0083_scanners.sql'],
  tests: [
    [
      'server/src/features/appointments/appointments.test.ts',
      'the database itself holds one appointment per scanner and half hour',
    ],
    [
      'server/src/features/appointments/scanners.test.ts',
      'of many who want the last scanner of a half hour at once, one gets it',
    ],
  ],
}
export const visitSteps: Proof = {
  where: ['server/src/features/appointments/routes.ts', 'server/src/features/scan-access/routes.ts'],
  tests: [
    [
      'server/src/features/appointments/visits.test.ts',
      'a double click changes nothing; a colleague’s step in between is a conflict; a jump is none',
    ],
    ['server/src/features/scan-access/deciding.test.ts', 'an approval must match a pending request'],
  ],
}
export const signaturesInPdf: Proof = {
  where: ['server/src/platform/signing'],
  tests: [
    [
      'server/src/platform/signing/document-signer.test.ts',
      'what was signed stays byte by byte, and the signature covers it and the page',
    ],
    [
      'server/src/platform/signing/time-stamp.test.ts',
      'what checks the token once its authority is gone is in the file, and openssl checks it by that alone',
    ],
  ],
}
