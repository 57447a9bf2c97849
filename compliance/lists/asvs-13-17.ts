import { met, missing, notOurs, operator, partly, section } from '../line.ts'
import * as access from '../proofs/access.ts'
import * as accounts from '../proofs/accounts.ts'
import * as files from '../proofs/files.ts'
import * as places from '../proofs/places.ts'
import * as records from '../proofs/records.ts'

export const configuration = section('V13 Configuration', [
  partly('13.1.1', 'Whom the portal speaks to is written down', 'chapter by chapter, in no one list', places.outgoing),
  partly(
    '13.2.1',
    'Services know each other by short-lived secrets',
    'the database’s roles have passwords derived from the master key; they stay as long as it',
    access.leastPrivilege,
  ),
  met('13.2.2', 'Services have the least rights', access.leastPrivilege),
  met('13.2.3', 'No password is one that everybody knows', places.noDefaults),
  met('13.2.4', 'Only named systems are called', places.outgoing),
  operator(
    '13.2.5',
    'The web server reaches only what it must',
    'a firewall of the clinic; the shipped nginx knows the portal’s nodes alone',
    { where: ['deploy/nginx/nginx.conf', 'deploy/compose.yaml'] },
  ),
  partly(
    '13.3.1',
    'A vault keeps secrets',
    'files that only the service reads, from Docker, Kubernetes or systemd; a vault is the clinic’s',
    places.secrets,
    records.keys,
  ),
  met('13.3.2', 'Who needs a secret gets it, and nobody else', places.secrets, files.costlyFiles, {
    where: ['server/src/platform/base/reader-process.ts'],
    tests: [
      [
        'server/src/platform/base/reader-pool.test.ts',
        'the environment of the process, with its secrets, is not there',
      ],
    ],
  }),
  partly(
    '13.4.1',
    'Nothing of the version control is served',
    'the portal serves named files alone; the folder of a systemd install is a checkout',
    {
      where: ['deploy/Dockerfile.dockerignore', 'server/src/platform/calls/web-app.ts'],
      tests: [['server/test/headers-of-pages.test.ts', 'pages, assets, the contract, health, and what is not there']],
    },
  ),
  met('13.4.2', 'No debug modes', places.noDefaults, records.errorResponses),
  met('13.4.3', 'No lists of folders', {
    where: ['server/src/platform/calls/web-app.ts'],
    tests: [
      ['server/test/headers-of-pages.test.ts', 'pages, assets, the contract, health, and what is not there'],
      ['e2e/pages.spec.ts', 'an unknown address is a page that says so, with status 404'],
    ],
  }),
  partly('13.4.4', 'TRACE is not answered', 'no route takes it; no test asks', { where: ['server/src/app.ts'] }),
  met('13.4.5', 'Metrics and inner documents are not published', places.metrics),
])

export const dataProtection = section('V14 Data Protection', [
  missing('14.1.1', 'Data are classified', 'there is no list of classes'),
  missing(
    '14.1.2',
    'What each class needs is written down',
    'there is no list of classes; keeping, logging and encryption are described by themselves',
    records.retention,
  ),
  partly(
    '14.2.1',
    'Addresses hold nothing sensitive',
    'the specification puts email addresses into some paths; they reach no log',
    records.logLines,
    {
      where: ['docs/decisions/0007-forced-deviations.md'],
      texts: [['docs/decisions/0007-forced-deviations.md', 'email addresses in paths']],
    },
  ),
  met('14.2.2', 'Nothing in between keeps data', places.noCache),
  met('14.2.3', 'Nobody else gets data', places.pagePolicy, {
    where: ['server/src/platform/push/encrypt.ts'],
    tests: [['server/src/features/notices/push.test.ts', 'a browser gets one message that only it can read']],
  }),
  partly(
    '14.2.4',
    'Data are treated as their class asks',
    'without classes; files are encrypted, rows by the disk alone',
    records.encryption,
    records.retention,
    records.logLines,
  ),
  met('14.3.1', 'The browser is emptied at the end', places.clearedBrowser),
  met('14.3.2', 'Browsers keep no responses', places.noCache),
  partly(
    '14.3.3',
    'The browser’s storage holds nothing sensitive',
    'the person’s own name and address stand in session storage, as the specification has it, and go with the session',
    places.clearedBrowser,
    places.drafts,
  ),
])

export const architecture = section('V15 Secure Coding and Architecture', [
  missing('15.1.1', 'How soon flawed packages are replaced is written down', 'no times are named'),
  partly('15.1.2', 'All packages are listed', 'the lockfile names them; no SBOM is made', places.frozen),
  met('15.1.3', 'What is costly is written down', {
    where: ['docs/OPERATIONS.md', 'docs/decisions/0033-parsing-untrusted-files.md'],
    texts: [['docs/OPERATIONS.md', '## Under load']],
  }),
  missing(
    '15.2.1',
    'No package is older than those times',
    'no times are named, and nothing looks for known flaws',
    places.frozen,
  ),
  met('15.2.2', 'What is costly does not stop the rest', files.costlyFiles, access.overload),
  met('15.2.3', 'Production has no code of tests or the demo', {
    where: ['scripts/prune.mjs', '.dependency-cruiser.cjs'],
    tests: [
      ['server/test/deploy/deploy-files.test.ts', 'the image installs nothing of the demo'],
      [
        'server/src/platform/settings/settings.test.ts',
        'serve names every missing, wrong and unsafe setting in one message',
      ],
    ],
    texts: [['.dependency-cruiser.cjs', 'server-knows-no-demo']],
  }),
  met('15.3.1', 'A response has the fields of its schema alone', access.medicalFields, {
    where: ['contract/src/call.ts'],
    tests: [
      [
        'server/src/features/patients/patients.test.ts',
        'a session neither remembers a stranger nor tells a patient what staff read',
      ],
    ],
  }),
  met('15.3.2', 'Redirects of other servers are not followed', places.outgoing),
  met('15.3.3', 'Only the fields of a call are taken', access.serverDecides),
  met('15.3.4', 'Addresses of visitors are true', access.trueAddress),
  met('15.3.5', 'Types are checked', access.inputs, {
    where: ['tsconfig.json', 'scripts/check.mjs'],
    texts: [['scripts/check.mjs', "['types'"]],
  }),
  met('15.3.6', 'Prototypes cannot be polluted', places.prototypes),
  met('15.3.7', 'A parameter that comes twice is checked by its schema', access.inputs, {
    where: ['server/src/platform/calls/read-request.ts'],
    tests: [['server/test/responses.test.ts', 'what cannot be read is refused without being repeated']],
  }),
])

export const logging = section('V16 Security Logging and Error Handling', [
  partly(
    '16.1.1',
    'What is logged, where, how long and for whom is written down',
    'the program’s log and its trail are; how long the log is kept is the clinic’s choice',
    {
      where: ['docs/OPERATIONS.md'],
      texts: [
        ['docs/OPERATIONS.md', '## Watching'],
        ['docs/OPERATIONS.md', '## The audit trail'],
      ],
    },
  ),
  met('16.2.1', 'A row says who, what, when and whose', records.auditRows, records.logLines),
  partly(
    '16.2.2',
    'Clocks agree, and times are UTC',
    'times are UTC, and wrong ones are named; keeping clocks in step is the clinic’s',
    records.auditChain,
  ),
  met('16.2.3', 'Logs go where it is written', records.logLines, records.auditCopies),
  met('16.2.4', 'Logs can be read together', records.logLines),
  met('16.2.5', 'Nothing sensitive is logged', records.logLines),
  met('16.3.1', 'Every sign-in is logged, with its factors', records.signInRows, records.refusedRows),
  met('16.3.2', 'Refusals are logged', records.refusedRows),
  partly(
    '16.3.3',
    'Attempts to get around are logged',
    'refusals and wrong passwords are; refused inputs and limits are counted, with no name',
    records.refusedRows,
    places.metrics,
    records.unusualAccess,
  ),
  met('16.3.4', 'Unexpected errors are logged', {
    where: ['server/src/platform/calls/error-response.ts'],
    tests: [
      ['server/src/platform/calls/error-response.test.ts', 'a fault of the program stays one'],
      ['server/src/clinic/imaging/archive/dicomweb-archive.test.ts', 'with a wrong password the log says so'],
    ],
  }),
  met('16.4.1', 'No input writes lines of its own', {
    where: ['server/src/features/client-log/routes.ts', 'server/src/platform/base/log.ts'],
    tests: [
      [
        'server/src/features/client-log/client-log.test.ts',
        'one entry is one line, without emails, tokens, ids and addresses',
      ],
    ],
  }),
  met('16.4.2', 'Nobody changes logs unnoticed', records.auditChain, records.accessLog),
  met('16.4.3', 'Logs go to another system', records.auditCopies, records.auditFhir),
  met('16.5.1', 'Errors tell nothing of the inside', records.errorResponses),
  met('16.5.2', 'The portal goes on without its neighbors', records.failsSafely, {
    where: ['docs/OPERATIONS.md'],
    tests: [
      [
        'server/src/clinic/imaging/archive/dicomweb-archive.test.ts',
        'with a wrong password the log says so, without it, /readyz names the archive, and the rest of the portal works',
      ],
      ['server/test/lost-key.test.ts', 'a lost project key hurts the files of that project'],
    ],
  }),
  met('16.5.3', 'What fails is refused', records.failsSafely, accounts.oneAnswer),
])

export const webrtc = {
  title: 'V17 WebRTC',
  lines: ['17.1.1', '17.2.1', '17.2.2', '17.2.3', '17.2.4', '17.3.1', '17.3.2'].map((id) =>
    notOurs(id, 'Rules of sound and picture between browsers', 'no WebRTC here'),
  ),
}
