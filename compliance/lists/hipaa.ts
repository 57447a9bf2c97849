import { met, operator, type Proof, partly, section } from '../line.ts'
import * as access from '../proofs/access.ts'
import * as accounts from '../proofs/accounts.ts'
import { secondFactor } from '../proofs/factors.ts'
import * as files from '../proofs/files.ts'
import * as places from '../proofs/places.ts'
import * as records from '../proofs/records.ts'

export const safeguards = section('45 CFR 164.312, technical safeguards', [
  met(
    '164.312(a)(1)',
    'Only those who were given access reach health information',
    access.calls,
    access.walls,
    access.rights,
  ),
  met(
    '164.312(a)(2)(i)',
    'Each person has a name of their own, by which they are followed',
    records.auditRows,
    accounts.provenAddress,
  ),
  met('164.312(a)(2)(ii)', 'In an emergency there is a way to what is needed', access.emergencyAccess),
  met('164.312(a)(2)(iii)', 'A session ends when nobody is there', accounts.idleEnd),
  partly(
    '164.312(a)(2)(iv)',
    'Health information is encrypted where it lies',
    'files and backups are; rows of the database by the encryption of the disk, which is the clinic’s',
    records.encryption,
    records.backup,
  ),
  met(
    '164.312(b)',
    'What happens is recorded and can be examined',
    records.auditRows,
    records.accessLog,
    records.unusualAccess,
    records.evidence,
    files.exports,
  ),
  met(
    '164.312(c)(1)',
    'Health information is not changed or destroyed by whom it is not for',
    access.walls,
    records.transactions,
    records.retention,
  ),
  met(
    '164.312(c)(2)',
    'A change that nobody was allowed to make is noticed',
    records.encryption,
    records.signedForms,
    records.auditChain,
  ),
  met('164.312(d)', 'Who asks for access is who they say', secondFactor),
  met('164.312(e)(1)', 'What travels is guarded', places.proxy, places.databaseTls),
  met('164.312(e)(2)(i)', 'What is changed on its way is noticed', places.proxy, records.encryption),
  met('164.312(e)(2)(ii)', 'What travels is encrypted', places.proxy, places.databaseTls, places.peers),
])

const grounds: Proof = {
  where: [
    'contract/src/refusal-grounds.ts',
    'server/src/features/scan-access/routes.ts',
    'web/src/features/scans/Appeal.tsx',
  ],
  tests: [
    [
      'server/src/features/scan-access/deciding.test.ts',
      'a decline needs a ground and a reason, which the patient reads in the portal',
    ],
    ['web/src/features/scans/scan-actions.test.tsx', 'who was declined on the ground %s reads what can be done'],
  ],
}
const clock: Proof = {
  where: ['server/src/features/scan-access/remind-admins.ts', 'server/src/features/reports/queries.ts'],
  tests: [
    [
      'server/src/features/scan-access/access-clock.test.ts',
      'a request is to be answered within 30 days of the site, which its patient and the admins read',
    ],
    ['server/src/features/scan-access/access-clock.test.ts', 'an answer is put off once, by 30 days'],
    ['server/src/features/scan-access/access-clock.test.ts', 'admins are reminded 15, 5 and 1 days before'],
    ['server/src/features/reports/reports.test.ts', 'how requests were answered goes by the day on which each was due'],
  ],
}

export const accessOfIndividuals = section('45 CFR 164.524, access of individuals', [
  partly(
    '164.524(a)(1)',
    'People see and get what is kept of them',
    'profile, visits, files, forms, messages, scans that were approved; notes of staff and emails by the desk alone',
    access.openScans,
    files.ownCopy,
  ),
  partly('164.524(a)(2)', 'What may be refused without review', 'of scans; the rest is answered by the desk', grounds),
  partly('164.524(a)(3)', 'What may be refused with review', 'of scans; the rest is answered by the desk', grounds),
  operator(
    '164.524(a)(4)',
    'Another professional reviews a refusal',
    'the patient reads how to ask for it; the clinic names who reviews',
  ),
  partly(
    '164.524(b)(1)',
    'People can ask for access',
    'for scans in the portal; for the rest by a message',
    access.openScans,
    {
      where: ['server/src/features/care-messages/routes.ts'],
      tests: [['server/src/features/care-messages/writing.test.ts', 'a patient writes, the care team answers']],
    },
  ),
  partly(
    '164.524(b)(2)',
    'They are answered within 30 days',
    'requests for scans have their day, one extension, reminders and a report; what is asked for by a message has none',
    clock,
  ),
  met('164.524(c)(1)', 'What is granted is given', access.openScans, files.ownCopy),
  partly(
    '164.524(c)(2)',
    'In the form that they ask for, if it can be made',
    'images as DICOM, documents as they are; the rest of the record in no one file',
    files.ownCopy,
  ),
  partly(
    '164.524(c)(3)',
    'In good time, where they want, or to whom they name',
    'at once in the portal, and to caregivers whom they name; elsewhere by the desk',
    access.caregivers,
    files.ownCopy,
  ),
  operator('164.524(c)(4)', 'A fee is what it costs', 'the portal asks for none'),
  partly('164.524(d)(1)', 'What is not refused is given', 'a declined scan closes nothing else', access.openScans),
  partly(
    '164.524(d)(2)',
    'A refusal is written, with its reason and the way to complain',
    'of scans: the ground, the reason, the review, and where to complain; the rest is answered by the desk',
    grounds,
  ),
  operator(
    '164.524(d)(3)',
    'Who does not keep it says who does',
    'a decline says that it is not here, and the reason who has it',
  ),
  operator('164.524(d)(4)', 'A review follows when it is asked for', 'the clinic names who reviews'),
  partly(
    '164.524(e)',
    'What can be asked for, and who answers, is written down',
    'who decided and when is in the audit trail; the titles of offices are the clinic’s',
    records.auditRows,
  ),
])
