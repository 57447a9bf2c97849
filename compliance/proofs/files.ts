import type { Proof } from '../line.ts'

/** Files that come in, and what leaves the portal. */

export const fileTypes: Proof = {
  where: ['server/src/platform/files/store-upload.ts', 'server/src/platform/files/types'],
  tests: [
    ['server/src/platform/files/types/type-check.test.ts', 'is refused for every pair of types'],
    ['server/src/platform/files/types/type-check.test.ts', 'a GIF that is also a script is refused'],
    ['server/src/platform/files/store-upload.test.ts', 'when it is one byte too large'],
  ],
}
export const costlyFiles: Proof = {
  where: ['server/src/platform/base/reader-pool.ts', 'docs/decisions/0033-parsing-untrusted-files.md'],
  tests: [
    ['server/test/costly-files.test.ts', '$what is taken, or refused in words'],
    ['server/src/platform/base/reader-pool.test.ts', 'who takes too much memory ends alone'],
  ],
}
export const svg: Proof = {
  where: ['server/src/platform/files/types/svg.ts', 'docs/decisions/0039-active-content-in-files.md'],
  tests: [
    ['server/test/responses.test.ts', 'an SVG leaves as bytes for the disk, in a box of its own'],
    ['server/src/features/project-settings/project-settings.test.ts', 'an SVG with a picture inside is no logo'],
  ],
}
export const fileNames: Proof = {
  where: ['server/src/platform/files/file-name.ts'],
  tests: [
    ['server/src/platform/files/file-name.test.ts', 'a long name keeps its extension within 200 bytes'],
    ['server/src/platform/files/types/type-check.test.ts', 'the name %j is refused'],
  ],
}
export const virusScan: Proof = {
  where: ['server/src/clinic/virus-scan/scan-files.ts', 'docs/decisions/0029-virus-scan.md'],
  tests: [
    ['server/src/clinic/virus-scan/scan-files.test.ts', 'a quarantined file of any kind gives its bytes to nobody'],
  ],
}
export const formulas: Proof = {
  where: ['server/src/platform/calls/csv.ts'],
  tests: [['server/src/features/patients/export.test.ts', 'a name that is a formula leaves as a text']],
}
export const exports: Proof = {
  where: ['server/src/features/patients/export.ts', 'server/src/features/patients/export-mail.ts'],
  tests: [
    [
      'server/src/features/patients/export.test.ts',
      'the audit trail says how many patients left, which columns, and why',
    ],
    [
      'server/src/features/patients/export.test.ts',
      'the admins of the project are mailed who exported how many, and why',
    ],
  ],
}
export const mails: Proof = {
  where: ['server/src/platform/mail/address.ts', 'server/src/platform/mail/transport.ts'],
  tests: [
    [
      'server/src/platform/mail/sender.test.ts',
      'an address that was not parsed is refused and a subject stays one line',
    ],
    ['server/src/platform/mail/transport.alone.test.ts', 'the mail library may read neither files nor addresses'],
  ],
}
export const ownCopy: Proof = {
  where: ['server/src/features/documents/routes.ts', 'server/src/features/imaging/study-zip.ts'],
  tests: [
    [
      'server/src/features/imaging/download.test.ts',
      'a study comes as whole files by number, for staff and for a patient to whom it is open',
    ],
    ['e2e/worklist.spec.ts', 'a patient takes the images of an open scan along'],
  ],
}
