import { met, missing, notOurs, operator, partly, section } from '../line.ts'
import * as access from '../proofs/access.ts'
import * as accounts from '../proofs/accounts.ts'
import { freshProof, providersWord } from '../proofs/factors.ts'
import * as places from '../proofs/places.ts'
import * as records from '../proofs/records.ts'

const noServer = 'no authorization server'

export const authorization = section('V8 Authorization', [
  met('8.1.1', 'Who may do what, to whose data, is written down', {
    where: ['docs/ACCESS.md'],
    tests: [['server/src/cli/run-command.test.ts', 'the check of docs/ACCESS.md fails on a stale file']],
  }),
  met('8.1.2', 'Which fields who may read and write is written down', {
    where: ['docs/decisions/0047-rights-by-role.md'],
    texts: [['docs/decisions/0047-rights-by-role.md', 'Medical information']],
  }),
  met('8.2.1', 'Each call is for those who may make it', access.calls, access.rights),
  met('8.2.2', 'Each record is for those whose it is', access.walls, access.strangers, access.openScans),
  met('8.2.3', 'Each field is for those who may see or change it', access.medicalFields, {
    where: ['server/src/features/patients/edit.ts'],
    tests: [
      ['server/src/features/patients/edit.test.ts', 'notes are appended as text; what exists may not be changed'],
    ],
  }),
  met('8.3.1', 'The server decides', access.serverDecides, access.walls),
  met('8.4.1', 'Projects never meet', access.walls, access.strangers),
])

export const tokens = section('V9 Self-contained Tokens', [
  met('9.1.1', 'Signatures are checked first', accounts.accessToken),
  met('9.1.2', 'One algorithm, and never none', accounts.accessToken, accounts.identityProvider),
  met('9.1.3', 'Keys come from the settings, not from the token', accounts.identityProvider, {
    where: ['server/src/platform/identity/discovery.ts'],
    tests: [['server/src/platform/identity/identity-provider.test.ts', 'the configuration is kept for ten minutes']],
  }),
  met('9.2.1', 'Old tokens are refused', accounts.accessToken),
  met('9.2.2', 'A token of another kind is refused', accounts.accessToken, {
    where: ['server/src/platform/sessions/tokens.ts'],
    texts: [['server/src/platform/sessions/tokens.ts', "typ: 'at+jwt'"]],
  }),
  partly(
    '9.2.3',
    'A token for another service is refused',
    'issuer, kind and key are checked, the audience is written and not read: one key serves one portal',
    accounts.accessToken,
  ),
  notOurs('9.2.4', 'Tokens for several services tell them apart', 'one service only'),
])

export const oauth = section('V10 OAuth and OIDC', [
  partly(
    '10.1.1',
    'Tokens go to those alone who need them',
    'the access token lies in session storage, as the specification has it; the refresh token in a cookie that no script reads',
    accounts.accessToken,
    accounts.cookies,
  ),
  met('10.1.2', 'Only responses to a sign-in of this tab count', accounts.oidcInBrowser),
  met('10.2.1', 'PKCE and state guard the code', accounts.oidcInBrowser, {
    where: ['web/src/platform/sign-in/oidc.ts'],
    texts: [['web/src/platform/sign-in/oidc.ts', "code_challenge_method: 'S256'"]],
  }),
  met('10.2.2', 'Responses of another provider are refused', accounts.oidcInBrowser, {
    where: ['server/src/platform/identity/discovery.ts'],
    texts: [['web/src/platform/sign-in/oidc.ts', 'a foreign `iss`']],
  }),
  partly(
    '10.3.1',
    'The portal takes tokens that are for it',
    'of its own tokens the issuer and the key are checked, not the audience',
    accounts.identityProvider,
  ),
  met('10.3.2', 'What a token says of rights counts', {
    where: ['server/src/platform/sessions/session.ts'],
    tests: [
      [
        'server/src/features/sign-in/sign-in.test.ts',
        'ends at once with its owner’s record, and follows a changed role',
      ],
    ],
  }),
  met('10.3.3', 'People are told apart by issuer and subject', accounts.identityProvider),
  met('10.3.4', 'The strength that a call needs is asked for', providersWord, freshProof),
  ...['10.4.1', '10.4.2', '10.4.3', '10.4.4'].map((id) => notOurs(id, 'Rules of an authorization server', noServer)),
  met('10.4.5', 'Refresh tokens are used once; a copy ends the family', accounts.refreshToken),
  ...['10.4.6', '10.4.7'].map((id) => notOurs(id, 'Rules of an authorization server', noServer)),
  met('10.4.8', 'Refresh tokens have an end that stays', accounts.absoluteEnd, {
    where: ['server/src/platform/sessions/session.ts'],
    tests: [['server/src/features/sign-in/sign-in.test.ts', 'is not kept alive by refreshing']],
  }),
  met('10.4.9', 'People take refresh tokens back', accounts.ownSessions),
  ...['10.4.10', '10.4.11'].map((id) => notOurs(id, 'Rules of an authorization server', noServer)),
  met('10.5.1', 'ID tokens are not replayed', accounts.oidcInBrowser, {
    where: ['web/src/platform/sign-in/oidc.ts'],
    texts: [['web/src/platform/sign-in/oidc.ts', 'expectedNonce: attempt.nonce']],
  }),
  met('10.5.2', 'The subject tells who it is', accounts.identityProvider),
  met('10.5.3', 'A provider that calls itself otherwise is refused', {
    where: ['server/src/platform/identity/discovery.ts'],
    tests: [['server/src/platform/identity/identity-provider.test.ts', 'an issuer without https is not accepted']],
    texts: [['server/src/platform/identity/discovery.ts', 'parsed.data.issuer !== issuer']],
  }),
  met('10.5.4', 'A token for another client is refused', accounts.identityProvider, {
    where: ['server/src/platform/identity/audience.ts'],
    texts: [['server/src/platform/identity/audience.ts', 'The token was made for another client']],
  }),
  notOurs('10.5.5', 'Logout tokens are checked', 'no back-channel logout'),
  ...['10.6.1', '10.6.2', '10.7.1', '10.7.2', '10.7.3'].map((id) =>
    notOurs(id, 'Rules of a provider, and of consents', noServer),
  ),
])

export const cryptography = section('V11 Cryptography', [
  partly('11.1.1', 'The life of keys is written down', 'without naming a standard such as NIST SP 800-57', {
    where: ['docs/OPERATIONS.md', 'docs/decisions/0026-keys-and-their-rotation.md'],
    texts: [['docs/OPERATIONS.md', '## Keys']],
  }),
  partly(
    '11.1.2',
    'All keys, algorithms and certificates are listed',
    'they stand in several documents, in no one list',
    {
      where: ['ARCHITECTURE.md', 'docs/OPERATIONS.md'],
      texts: [['ARCHITECTURE.md', '## Keys']],
    },
  ),
  partly(
    '11.2.1',
    'Cryptography is of proven libraries',
    'primitives are those of Node and OpenSSL; the format of stored files is ours and wants an outside review',
    records.encryption,
    accounts.passwordHash,
  ),
  partly(
    '11.2.2',
    'Algorithms and keys can be replaced',
    'keys rotate; another algorithm takes a new version of the format',
    records.keys,
  ),
  met('11.2.3', 'Everything has 128 bits of security or more', records.encryption, accounts.reset),
  met('11.3.1', 'No weak modes', records.encryption),
  met('11.3.2', 'AES-GCM', records.encryption),
  met('11.3.3', 'Changed bytes are noticed', records.encryption),
  met('11.4.1', 'SHA-256 and better', records.auditChain, records.signedForms),
  met('11.4.2', 'Passwords are hashed slowly', accounts.passwordHash),
  met('11.4.3', 'Hashes of signatures have 256 bits', records.signedForms, records.auditChain),
  notOurs('11.4.4', 'Keys of passwords are stretched', 'no such keys'),
  met('11.5.1', 'Secrets are random, with 128 bits or more', accounts.reset, accounts.invitation),
  met('11.6.1', 'Ed25519 signs', records.auditChain, records.signedForms, accounts.accessToken),
])

export const communication = section('V12 Secure Communication', [
  met('12.1.1', 'TLS 1.2 and 1.3 only', places.proxy, {
    where: ['deploy/nginx/nginx.conf'],
    texts: [['deploy/nginx/nginx.conf', 'ssl_protocols TLSv1.2 TLSv1.3']],
  }),
  partly('12.1.2', 'Good cipher suites only', 'those of OpenSSL’s defaults; none is named', places.proxy),
  notOurs('12.1.3', 'Client certificates are checked', 'no client certificates'),
  met('12.2.1', 'Browsers reach the portal over TLS alone', places.proxy, places.headers),
  operator('12.2.2', 'Certificates are publicly trusted', 'the clinic brings its certificate', {
    where: ['docs/DEPLOYMENT.md'],
  }),
  partly(
    '12.3.1',
    'All connections are encrypted',
    'database, mail, syslog, PACS and provider elsewhere; nginx reaches the nodes in plain HTTP inside its own network, and metrics are plain on loopback',
    places.databaseTls,
    places.peers,
  ),
  met('12.3.2', 'Certificates of others are checked', places.databaseTls, places.peers),
  missing(
    '12.3.3',
    'Services speak TLS to each other',
    'nginx to the portal’s nodes is plain HTTP on one machine; across machines the clinic adds it',
    { where: ['deploy/nginx/nginx.conf', 'deploy/compose.yaml'] },
  ),
  met('12.3.4', 'Own authorities are trusted by name', places.databaseTls, places.peers),
])
