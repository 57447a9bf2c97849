import { met, notOurs, partly, section } from '../line.ts'
import * as access from '../proofs/access.ts'
import * as accounts from '../proofs/accounts.ts'
import * as files from '../proofs/files.ts'
import * as places from '../proofs/places.ts'
import * as records from '../proofs/records.ts'

const noTest = 'built so, and no test says it'
const sockets = 'no WebSocket; news come by a stream of HTTP'

export const encoding = section('V1 Encoding and Sanitization', [
  met('1.1.1', 'Input is decoded once, before it is checked', access.inputs),
  met('1.1.2', 'Output is encoded last, or by what interprets it', places.bareText, files.formulas),
  met('1.2.1', 'What goes into HTML, headers and XML is encoded for its place', places.bareText),
  partly('1.2.2', 'Addresses are built of encoded parts, with safe protocols only', `${noTest} of every link`, {
    where: ['contract/src/call.ts', 'web/src/platform/base/paths.ts'],
    tests: [['web/src/app/guards.test.tsx', 'a page of another site is never returned to']],
  }),
  met('1.2.3', 'JavaScript and JSON are built by encoders', {
    where: ['server/src/features/patients/dictionary.ts'],
    tests: [
      ['server/src/features/patients/dictionary.test.ts', 'it holds nothing that ends a script, a string or a line'],
    ],
  }),
  met('1.2.4', 'SQL takes values as parameters', access.inputs, {
    where: ['server/src/platform/database/db.ts'],
    tests: [['server/test/care.test.ts', 'no area is written into a statement: %j']],
  }),
  partly('1.2.5', 'Programs of the system are started without a shell', `${noTest}; no input reaches one`, {
    where: ['server/src/platform/embedded-postgres/start.ts'],
  }),
  notOurs('1.2.6', 'LDAP is asked safely', 'no LDAP here'),
  notOurs('1.2.7', 'XPath is asked safely', 'no XPath here'),
  notOurs('1.2.8', 'LaTeX runs in safe settings', 'no LaTeX here'),
  partly('1.2.9', 'Text in regular expressions is escaped', `${noTest}; none is built of input`, {
    where: ['server/src/clinic/records/search-words.ts'],
  }),
  notOurs('1.3.1', 'HTML of editors is cleaned', 'no HTML input'),
  met('1.3.2', 'No code is made of text', places.pagePolicy),
  met('1.3.3', 'What goes to a risky place is bounded and cleaned before', access.inputs, files.fileNames),
  met('1.3.4', 'SVG that acts is refused', files.svg),
  met('1.3.5', 'Markup and templates of people do nothing', places.bareText),
  met('1.3.6', 'Nobody makes the portal call an address of theirs', places.outgoing),
  met('1.3.7', 'Templates take names of variables and no code', places.bareText),
  notOurs('1.3.8', 'JNDI is asked safely', 'no Java here'),
  notOurs('1.3.9', 'What goes to memcache is cleaned', 'no memcache here'),
  notOurs('1.3.10', 'Format strings are not of people', 'no format strings'),
  met('1.3.11', 'Nothing is smuggled into mail', files.mails, {
    where: ['server/src/platform/mail/sender.ts'],
    tests: [['e2e/emails.spec.ts', 'lines and addresses smuggled into a field are refused by the server itself']],
  }),
  met('1.4.1', 'Memory is safe', files.costlyFiles),
  met('1.4.2', 'Numbers stay in their range', access.inputs, {
    where: ['server/src/clinic/imaging/dicom'],
    tests: [['server/src/clinic/imaging/dicom/bounds.test.ts', 'an instance number out of range is none']],
  }),
  met('1.4.3', 'Memory and resources are given back', {
    where: ['server/src/platform/calls/own-memory.ts'],
    tests: [
      ['server/src/platform/calls/own-memory.test.ts', 'what has left is given back'],
      ['server/src/platform/files/store-upload.test.ts', 'closes the stored file when the reader goes away'],
    ],
  }),
  met('1.5.1', 'XML brings no entities from elsewhere', files.svg, {
    where: ['server/src/platform/files/types/docx.ts', 'server/src/platform/files/types/svg.ts'],
    tests: [['server/test/costly-files.test.ts', '$what is taken, or refused in words']],
  }),
  met('1.5.2', 'What is read becomes only the values that its schema names', access.inputs, places.prototypes),
])

export const validation = section('V2 Validation and Business Logic', [
  met(
    '2.1.1',
    'The rules of each input are written down',
    { where: ['contract/src/fields.ts'], texts: [['ARCHITECTURE.md', 'one entry of the contract']] },
    access.inputs,
  ),
  partly(
    '2.1.2',
    'How fields must fit each other is written down',
    'stands in the contract and in decisions, in no place of its own',
    {
      where: ['contract/src', 'docs/decisions'],
    },
  ),
  met('2.1.3', 'Limits of people and of the whole are written down', {
    where: ['docs/ACCESS.md'],
    texts: [['docs/ACCESS.md', '## Limits']],
  }),
  met('2.2.1', 'Each input follows a positive rule', access.inputs),
  met('2.2.2', 'The server checks, whatever the browser did', access.serverDecides, access.inputs),
  met('2.2.3', 'Fields that belong together fit', {
    where: ['contract/src/screening.ts'],
    tests: [
      ['server/src/features/screening/screening.test.ts', 'a follow-up is needed once its answer calls for it'],
      [
        'server/src/features/forms/forms.test.ts',
        'a form that names a scan of somebody else is not taken, nor is one that ends in the past',
      ],
    ],
  }),
  met('2.3.1', 'Steps come in their order', records.visitSteps),
  met('2.3.2', 'Limits of the work are kept', access.twoPeople, {
    where: ['server/src/features/appointments/routes.ts'],
    tests: [['server/src/features/appointments/appointments.test.ts', 'a patient holds a few appointments at most']],
  }),
  met('2.3.3', 'What fails in the middle leaves nothing', records.transactions),
  met('2.3.4', 'What there is once is given once', records.noDoubleBooking),
  met('2.4.1', 'Too many calls are refused', access.limits),
])

export const webFrontend = section('V3 Web Frontend Security', [
  met('3.2.1', 'A browser shows nothing in a wrong context', places.notInContext, places.headers),
  met('3.2.2', 'Text is shown as text', places.bareText),
  partly(
    '3.3.1',
    'Cookies are Secure, with the prefix that insists',
    'those of a viewer and of the language have no prefix',
    accounts.cookies,
    accounts.viewerTickets,
  ),
  met('3.3.2', 'Cookies are SameSite as their purpose allows', accounts.cookies, access.crossSite),
  partly(
    '3.3.3',
    'Cookies have the __Host- prefix',
    'those of a viewer, which have a path of their own, and of the language have none',
    accounts.cookies,
    accounts.viewerTickets,
  ),
  met('3.3.4', 'No script reads the cookie of a session', accounts.cookies),
  met('3.4.1', 'HSTS for a year, subdomains too', places.headers),
  met('3.4.2', 'No other origin reads a response', access.crossSite, places.headers),
  met('3.4.3', 'A content security policy lets only our scripts run', places.pagePolicy),
  met('3.4.4', 'Types are not guessed', places.headers),
  met('3.4.5', 'Addresses are not passed on', places.headers),
  met('3.4.6', 'Nobody frames the portal', places.headers, {
    where: ['server/src/platform/calls/response-headers.ts'],
    tests: [['server/src/features/appointments/scheduling-url.test.ts', 'the portal itself is framed nowhere']],
  }),
  met('3.5.1', 'Requests of other sites are refused', access.crossSite),
  met('3.5.2', 'No request without preflight gets through', access.crossSite),
  partly(
    '3.5.3',
    'What changes something is no GET',
    'one GET marks notifications as read, as the specification fixes it; it takes the bearer token',
    access.crossSite,
    {
      where: ['docs/decisions/0007-forced-deviations.md'],
      texts: [['docs/decisions/0007-forced-deviations.md', 'a GET that marks notifications as read']],
    },
  ),
  met('3.5.4', 'Other applications have other hosts', {
    where: ['server/src/platform/settings/config.ts', 'docs/VIEWERS.md'],
    tests: [['server/src/features/appointments/scheduling-url.test.ts', 'an address that is none stops the start']],
    texts: [['server/src/platform/settings/config.ts', 'needs an origin other than the portal’s']],
  }),
  notOurs('3.5.5', 'Messages between windows are checked', 'no messages between origins'),
  met('3.7.1', 'Only what browsers still support is used', places.pagePolicy),
  met('3.7.2', 'Nobody is led to another host without a setting for it', {
    where: ['web/src/app/guards.ts', 'server/src/features/imaging'],
    tests: [
      ['web/src/app/guards.test.tsx', 'a page of another site is never returned to'],
      ['e2e/viewer.spec.ts', 'where the clinic has another viewer, the study opens there'],
    ],
  }),
])

export const api = section('V4 API and Web Service', [
  met('4.1.1', 'Each body says its type and character set', places.headers),
  partly(
    '4.1.2',
    'Only pages are led from HTTP to HTTPS',
    'the shipped nginx leads calls, too; HSTS and an https address in the web app stand against it',
    places.proxy,
  ),
  met('4.1.3', 'What a proxy says cannot be said by a visitor', access.trueAddress),
  partly(
    '4.2.1',
    'Ends of messages are read one way only',
    'left to Node and nginx; no test sends smuggled requests',
    places.slowPeers,
  ),
  notOurs('4.3.1', 'GraphQL queries are bounded', 'no GraphQL here'),
  notOurs('4.3.2', 'GraphQL does not tell its schema', 'no GraphQL here'),
  notOurs('4.4.1', 'WebSockets are encrypted', sockets),
  notOurs('4.4.2', 'WebSockets check the origin', sockets),
  notOurs('4.4.3', 'WebSockets have tokens of their own', sockets),
  notOurs('4.4.4', 'WebSockets follow from a session', sockets),
])

export const fileHandling = section('V5 File Handling', [
  met('5.1.1', 'Types, sizes and what becomes of bad files are written down', {
    where: ['docs/OPERATIONS.md', 'docs/decisions/0039-active-content-in-files.md'],
    texts: [
      ['docs/OPERATIONS.md', '## Virus scan'],
      ['docs/decisions/0033-parsing-untrusted-files.md', 'At most 20,000 frames'],
    ],
  }),
  met('5.2.1', 'Sizes are bounded', files.fileTypes, files.costlyFiles),
  met('5.2.2', 'A file is what its name says', files.fileTypes),
  met('5.2.3', 'Archives are checked before they are unpacked', {
    where: ['server/src/platform/files/types'],
    tests: [
      ['server/src/platform/files/types/archives.test.ts', 'archives are checked in a process of their own'],
      ['server/test/costly-files.test.ts', '$what is taken, or refused in words'],
    ],
  }),
  met('5.3.1', 'No stored file is run', records.encryption, places.notInContext),
  met('5.3.2', 'Paths are made of our own ids', {
    where: ['server/src/platform/files/stores/folder-store.ts'],
    tests: [
      [
        'server/src/platform/files/stores/folder-store.test.ts',
        'keeps bytes under a key, whole and in ranges, for the owner only',
      ],
    ],
  }),
  met('5.4.1', 'Names of files are checked, and sent with the response', files.fileNames),
  met('5.4.2', 'Names of files break no header', files.fileNames, {
    where: ['server/src/platform/files/file-name.ts'],
    tests: [
      [
        'server/src/platform/mail/mail-headers.test.ts',
        'the names of the project and of a file are not decoded at the reader',
      ],
    ],
  }),
  partly(
    '5.4.3',
    'Uploads are scanned for viruses',
    'where `CLAMD_URL` is set; scans (DICOM) are not scanned',
    files.virusScan,
  ),
])
