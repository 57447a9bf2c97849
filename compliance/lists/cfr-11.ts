import { met, missing, notOurs, operator, partly, section } from '../line.ts'
import * as access from '../proofs/access.ts'
import * as accounts from '../proofs/accounts.ts'
import { freshProof, secondFactor } from '../proofs/factors.ts'
import * as places from '../proofs/places.ts'
import * as records from '../proofs/records.ts'

export const electronicRecords = section('Subpart B, electronic records', [
  operator(
    '11.10(a)',
    'The system is validated',
    'the clinic validates its installation; tests, mutants and drills of the portal are what it can build on',
    {
      where: ['mutants/run.ts', 'drill/run.ts', 'docs/decisions/0037-mutants.md'],
    },
  ),
  met('11.10(b)', 'Copies of records can be read and are complete', records.signedAsShown, records.evidence),
  met('11.10(c)', 'Records are kept and found for their time', records.retention, records.backup),
  met('11.10(d)', 'Only those who may enter', access.calls, access.walls),
  partly(
    '11.10(e)',
    'A trail with times tells who made, changed and deleted what, and hides nothing',
    'a change of a profile or of medical information overwrites the old value, and the trail says who changed it and when, but not what it was; of project settings, not even what changed',
    records.auditRows,
    records.auditChain,
  ),
  met('11.10(f)', 'Steps come in their order', records.visitSteps, access.twoPeople),
  met(
    '11.10(g)',
    'Only who may sign signs, and only who may change changes',
    access.calls,
    access.rights,
    records.signersName,
  ),
  partly(
    '11.10(h)',
    'What comes from a device is checked',
    'files of scanners are checked and matched; the device itself is not known by a certificate',
    {
      where: ['server/src/clinic/imaging/dicom', 'server/src/features/arrival/routes.ts'],
      tests: [
        ['server/src/clinic/imaging/archive/same-person.test.ts', 'the birth date decides where both are known'],
        ['server/src/features/arrival/arrival.test.ts', 'other bytes of a known instance are a conflict'],
      ],
    },
  ),
  operator('11.10(i)', 'Who develops, keeps and uses it is trained', 'the clinic trains its people'),
  operator('11.10(j)', 'People answer for what they sign', 'a policy of the clinic'),
  operator(
    '11.10(k)',
    'Documents of the system are kept under control',
    'changes stand in CHANGELOG.md and in the version control; who gets which is the clinic’s',
    { where: ['CHANGELOG.md'] },
  ),
  met(
    '11.30',
    'Over an open net records are also encrypted and signed',
    places.proxy,
    records.encryption,
    records.signedForms,
    records.signaturesInPdf,
  ),
  met('11.50(a)(1)', 'A signed record shows who signed', records.signedAsShown, records.signedForms),
  met('11.50(a)(2)', 'It shows when', records.signedForms),
  met('11.50(a)(3)', 'It shows what the signature means', records.signedForms, records.signedAsShown),
  met(
    '11.50(b)',
    'These are guarded as the record is, and stand on each copy',
    records.signedForms,
    records.signedAsShown,
  ),
  met('11.70', 'A signature cannot be moved to another record', records.formSwap, records.signaturesInPdf),
  partly(
    '11.70 (copy)',
    'A copy outside the portal proves its signature',
    'with its time where `TSA_URL` and `TSA_CA_FILE` are set; who checks compares the fingerprint of the clinic’s own certificate with the clinic',
    records.signaturesInPdf,
  ),
])

export const electronicSignatures = section('Subpart C, electronic signatures', [
  met(
    '11.100(a)',
    'A signature is of one person and never given to another',
    accounts.provenAddress,
    records.signersName,
  ),
  operator(
    '11.100(b)',
    'The clinic makes sure who somebody is before they may sign',
    'staff invite whom they know; the check itself is the clinic’s',
    accounts.invitation,
  ),
  operator('11.100(c)', 'The clinic tells the agency that its signatures count', 'a letter of the clinic'),
  partly(
    '11.200(a)(1)',
    'A signature takes two parts, such as a name and a password',
    'the session had two parts where the role needs two factors; the signature itself takes one of them anew',
    secondFactor,
    freshProof,
  ),
  partly(
    '11.200(a)(1)(i)',
    'The first signature of a session takes all parts, each other one at least one',
    'each takes one part anew, the first one too: the other was shown at the sign-in',
    freshProof,
  ),
  partly(
    '11.200(a)(1)(ii)',
    'Outside of one session each takes all parts',
    'each session begins with a sign-in, and each signature takes one part anew',
    secondFactor,
    freshProof,
  ),
  met('11.200(a)(2)', 'Only its owner uses it', accounts.guessing, accounts.changePassword, {
    where: ['server/src/features/forms/routes.ts'],
    tests: [
      [
        'server/src/features/caregivers/caregiver-acts.test.ts',
        'names both: the form, which takes the caregiver’s own name',
      ],
    ],
  }),
  partly(
    '11.200(a)(3)',
    'To use somebody else’s takes two people',
    'no admin sees or sets a password; whoever holds database and keys can do everything',
    accounts.reset,
    accounts.addressChange,
  ),
  notOurs('11.200(b)', 'Signatures of the body', 'no biometrics here'),
  met('11.300(a)', 'No two people have the same name and password', {
    where: ['server/src/clinic/people/proven-address.ts'],
    tests: [
      [
        'server/src/features/accounts/accounts.test.ts',
        'of another patient or login is a conflict when it would take effect',
      ],
    ],
  }),
  missing(
    '11.300(b)',
    'Passwords are reviewed now and then',
    'none runs out, as NIST advises; nobody reviews accounts that are not used',
  ),
  met('11.300(c)', 'What was lost is made useless, and replaced', accounts.reset, accounts.ownSessions),
  met('11.300(d)', 'Attempts are noticed and stopped', accounts.guessing, records.refusedRows),
  notOurs('11.300(e)', 'Cards and tokens are tested', 'no such devices'),
])
