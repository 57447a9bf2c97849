import type { Proof } from '../line.ts'

/** Headers, transport, settings and how the portal is put into place. */

const settings = 'server/src/platform/settings/settings.test.ts'

export const headers: Proof = {
  where: ['server/src/platform/calls/response-headers.ts'],
  tests: [
    [
      'server/test/headers-of-calls.test.ts',
      'says on every answer, good or bad, what browsers and caches may do with it',
    ],
    ['server/test/headers-of-pages.test.ts', 'pages, assets, the contract, health, and what is not there'],
  ],
}
export const pagePolicy: Proof = {
  where: ['server/src/platform/calls/web-app.ts'],
  tests: [
    ['server/src/platform/calls/web-app.test.ts', 'the one script of a document runs by its hash, and no other'],
    ['e2e/pages.spec.ts', 'public pages in every look'],
  ],
}
export const notInContext: Proof = {
  where: ['server/src/platform/calls/send-response.ts'],
  tests: [
    ['server/test/responses.test.ts', 'a type that a browser would run leaves as bytes'],
    ['server/test/responses.test.ts', 'an SVG leaves as bytes for the disk, in a box of its own'],
  ],
}
export const noCache: Proof = {
  where: ['server/src/platform/calls/response-headers.ts', 'web/src/app/service-worker.ts'],
  tests: [
    ['server/test/responses.test.ts', 'no answer with somebody’s data may be kept by a cache'],
    ['e2e/offline.spec.ts', 'a page that is loaded again without network shows the frame'],
  ],
}
export const clearedBrowser: Proof = {
  where: ['server/src/features/sign-in/routes.ts', 'web/src/platform/session/session-store.ts'],
  tests: [
    ['server/test/responses.test.ts', 'signing out takes the cookies and the browser’s cache away'],
    ['web/src/platform/session/next-person.test.tsx', 'what the browser keeps names nobody who has left'],
  ],
}
export const drafts: Proof = {
  where: ['server/src/features/drafts/routes.ts', 'docs/decisions/0015-idle-timeout-and-drafts.md'],
  tests: [
    [
      'server/src/features/drafts/drafts.test.ts',
      'it lies sealed, and a row that was moved to somebody else does not open',
    ],
  ],
}
export const bareText: Proof = {
  where: ['web/src/ui/file/FileModal.tsx', 'server/src/features/imaging/documents'],
  tests: [
    ['web/src/ui/file/FileModal.test.tsx', 'a file is shown as a picture, and nothing that is programmed in it runs'],
    ['server/src/features/imaging/documents/report-page.test.ts', 'nothing of a report runs or is loaded'],
    [
      'server/src/features/email-templates/standard-templates.test.ts',
      'a name with markup, or one that looks like a variable or a gap',
    ],
  ],
}
export const proxy: Proof = {
  where: ['deploy/nginx/nginx.conf'],
  tests: [
    ['server/test/deploy/reverse-proxy.test.ts', 'what comes without TLS is sent to it'],
    ['server/test/deploy/reverse-proxy.test.ts', 'every answer carries the same protections once'],
  ],
}
export const databaseTls: Proof = {
  where: ['server/src/platform/settings/exposed.ts'],
  tests: [
    ['server/test/database-tls.test.ts', 'another authority’s certificate is refused'],
    ['server/test/database-tls.test.ts', 'a server without TLS is refused where TLS is asked for'],
    [settings, 'serve names every missing, wrong and unsafe setting in one message'],
  ],
}
export const peers: Proof = {
  where: ['server/src/platform/anchors/syslog.ts', 'server/src/clinic/imaging/archive/dicomweb-archive.ts'],
  tests: [
    ['server/src/platform/anchors/copies.test.ts', 'that has a certificate of another authority gets nothing'],
    [
      'server/src/clinic/imaging/archive/dicomweb-archive.test.ts',
      'a PACS whose certificate nobody vouches for is told nothing',
    ],
  ],
}
export const outgoing: Proof = {
  where: ['server/src/platform/identity/reach.ts', 'server/src/platform/push/endpoint.ts', 'docs/OPERATIONS.md'],
  tests: [
    ['server/src/features/notices/push.test.ts', 'an address that the settings no longer name is not called'],
    ['server/src/features/notices/push.test.ts', 'a %i is final: neither followed nor repeated'],
    ['server/src/platform/identity/identity-provider.test.ts', 'an issuer without https is not accepted'],
  ],
}
export const secrets: Proof = {
  where: ['server/src/platform/settings/from-files.ts', 'scripts/check.mjs', 'deploy/make-secrets.sh'],
  tests: [
    ['server/test/deploy/deploy-files.test.ts', 'nothing that is shipped holds a secret'],
    [settings, 'no message holds a value, however wrong it is'],
  ],
}
export const noDefaults: Proof = {
  where: ['server/src/platform/settings/config.ts', 'server/src/platform/settings/exposed.ts'],
  tests: [
    [settings, 'serve names every missing, wrong and unsafe setting in one message'],
    ['server/src/features/sign-in/passwords-only.test.ts', 'serve takes it without the settings of a provider'],
  ],
}
export const metrics: Proof = {
  where: ['server/src/platform/metrics/metrics-server.ts'],
  tests: [
    ['server/test/overload.test.ts', 'metrics come from a port of their own'],
    ['server/test/watching.test.ts', 'nor in the metrics, whose labels hold neither an id nor an address'],
  ],
}
export const slowPeers: Proof = {
  where: ['server/src/platform/calls/slow-requests.ts', 'server/src/platform/calls/slow-readers.ts'],
  tests: [
    ['server/src/platform/calls/slow-requests.test.ts', 'a body that does not come to its end is cut off'],
    ['server/test/responses.test.ts', 'connections that send their heads drop by drop are cut off'],
  ],
}
export const prototypes: Proof = {
  where: ['server/src/platform/calls/json-body.ts'],
  tests: [['server/src/platform/calls/json-body.test.ts', 'names of the prototype are plain names otherwise']],
}
export const frozen: Proof = {
  where: ['package-lock.json', '.npmrc', 'CONTRIBUTING.md'],
  texts: [['CONTRIBUTING.md', 'A new dependency: an exact version']],
}
