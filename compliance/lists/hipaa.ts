import { met, operator, partly } from '../line.ts'
import * as access from '../proofs/access.ts'
import * as accounts from '../proofs/accounts.ts'
import { secondFactor } from '../proofs/factors.ts'
import * as files from '../proofs/files.ts'
import { emergencyAccess } from '../proofs/not-yet.ts'
import * as places from '../proofs/places.ts'
import * as records from '../proofs/records.ts'

export const safeguards = {
  title: '45 CFR 164.312, technical safeguards',
  lines: [
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
    emergencyAccess('164.312(a)(2)(ii)', 'In an emergency there is a way to what is needed'),
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
  ],
}

const desk = 'the clinic’s desk answers it'

export const accessOfIndividuals = {
  title: '45 CFR 164.524, access of individuals',
  lines: [
    partly(
      '164.524(a)(1)',
      'People see and get what is kept of them',
      'profile, visits, files, forms, messages, scans that were approved; notes of staff and emails by the desk alone',
      access.openScans,
      files.ownCopy,
    ),
    operator('164.524(a)(2)', 'What may be refused without review', desk),
    operator(
      '164.524(a)(3)',
      'What may be refused with review',
      'a decline of a scan takes a reason; the review is the clinic’s',
      access.openScans,
    ),
    operator('164.524(a)(4)', 'Another professional reviews a refusal', 'the clinic names who reviews'),
    partly(
      '164.524(b)(1)',
      'People can ask for access',
      'for scans in the portal; for the rest by a message',
      access.openScans,
      {
        where: ['server/src/features/care-messages/routes.ts'],
        tests: [['server/src/features/care-messages/care-messages.test.ts', 'a patient writes, the care team answers']],
      },
    ),
    partly(
      '164.524(b)(2)',
      'They are answered within 30 days',
      'the queue and the report tell how long requests wait; nothing warns before the 30 days end',
      {
        where: ['server/src/features/reports/routes.ts', 'server/src/features/work-queue/routes.ts'],
        tests: [
          [
            'server/src/features/reports/reports.test.ts',
            'how long access takes is told of what was approved in a month',
          ],
        ],
      },
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
      'the reason is; the way to complain is the clinic’s notice',
      {
        where: ['server/src/features/scan-access/routes.ts'],
        tests: [
          [
            'server/src/features/scan-access/scan-access.test.ts',
            'a decline needs a reason, which the patient reads in the portal',
          ],
        ],
      },
    ),
    operator('164.524(d)(3)', 'Who does not keep it says who does', desk),
    operator('164.524(d)(4)', 'A review follows when it is asked for', 'the clinic names who reviews'),
    partly(
      '164.524(e)',
      'What can be asked for, and who answers, is written down',
      'who decided and when is in the audit trail; the titles of offices are the clinic’s',
      records.auditRows,
    ),
  ],
}
