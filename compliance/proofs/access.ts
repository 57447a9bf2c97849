import type { Proof } from '../line.ts'

/** Who may make which call, and whose records they reach. */

export const calls: Proof = {
  where: ['contract/src/call.ts', 'server/src/platform/calls/admit.ts', 'docs/ACCESS.md'],
  tests: [
    ['server/test/access.test.ts', 'needs a sign-in'],
    ['server/test/access.test.ts', 'refuses %s'],
    ['server/test/responses.test.ts', 'with a call without %s'],
  ],
}

export const walls: Proof = {
  where: ['server/src/platform/database/scope.ts', 'server/migrations/0001_scope.sql'],
  tests: [
    ['server/test/access.test.ts', 'every table forces row security'],
    ['server/test/walls.test.ts', '$name: staff see their project’s rows and no other’s'],
    ['server/test/walls.test.ts', '$name: a patient sees their own rows at most'],
    ['server/test/row-security.test.ts', 'no command on any table reaches further than the project'],
  ],
}

export const strangers: Proof = {
  where: ['server/src/platform/calls/handle-call.ts'],
  tests: [
    ['server/test/access.test.ts', 'tells %s the same of a stranger in another project as of nobody'],
    ['server/test/access.test.ts', 'tells a patient the same of a neighbour as of nobody'],
  ],
}

export const rights: Proof = {
  where: ['server/src/clinic/people/rights.ts', 'server/src/features/rights/routes.ts'],
  tests: [
    ['server/src/features/rights/rights.test.ts', 'is refused to %s by a project that withholds its right'],
    ['server/src/features/rights/rights.test.ts', 'every right is asked by a call'],
  ],
}

export const emergencyAccess: Proof = {
  where: [
    'contract/src/emergency-access.ts',
    'server/src/clinic/people/rights.ts',
    'server/src/features/emergency-access/routes.ts',
    'docs/decisions/0087-emergency-access.md',
  ],
  tests: [
    [
      'server/src/features/emergency-access/emergency-access.test.ts',
      'an emergency opens the medical information of one record, to read, and marks each row of it',
    ],
    [
      'server/src/features/emergency-access/emergency-access.test.ts',
      'it is over after an hour of the database’s clock, without a job, and not a minute before',
    ],
    [
      'server/src/features/emergency-access/emergency-access.test.ts',
      'the other admins are told at once, by a notification that says why and an email that names nobody',
    ],
    [
      'server/src/features/emergency-access/review.test.ts',
      'the task waits for admins from the opening on, until one of them gives a finding',
    ],
  ],
}

export const medicalFields: Proof = {
  where: ['server/src/features/patients/medical.ts', 'docs/decisions/0047-rights-by-role.md'],
  tests: [
    [
      'server/src/features/rights/medical.test.ts',
      'no response shows medical information to a role from which it is withheld',
    ],
    ['server/src/features/patients/patients.test.ts', 'a patient reads the own profile, without what only staff read'],
  ],
}

export const caregivers: Proof = {
  where: ['server/migrations/0112_care_walls.sql', 'server/src/clinic/people/caregivers.ts'],
  tests: [
    ['server/test/care.test.ts', 'is the patient’s alone'],
    ['server/test/care.test.ts', 'and nothing without it'],
  ],
}

export const twoPeople: Proof = {
  where: ['server/src/features/reimbursements/routes.ts'],
  tests: [
    ['server/src/features/reimbursements/second-person.test.ts', 'above the amount one decides and another confirms'],
  ],
}

export const leastPrivilege: Proof = {
  where: ['server/src/platform/database/check-walls.ts', 'server/src/platform/database/roles.ts'],
  tests: [
    ['server/test/least-privilege.test.ts', '%s makes, changes and becomes nothing'],
    ['server/test/least-privilege.test.ts', 'a role that could become one that passes the walls is refused'],
    ['server/src/platform/settings/settings.test.ts', 'serve refuses to hold the addresses of the owner'],
  ],
}

export const crossSite: Proof = {
  where: ['server/src/platform/calls/admit.ts'],
  tests: [
    ['server/test/access.test.ts', '%s refuses what another site’s page sends'],
    ['server/test/access.test.ts', 'is not opened by the cookies of a session alone'],
    ['server/src/features/sign-in/sign-in.test.ts', 'another site’s page cannot use the cookie'],
  ],
}

export const limits: Proof = {
  where: ['contract/src/limits.ts', 'server/src/platform/calls/rate-limits.ts', 'docs/ACCESS.md'],
  tests: [
    ['server/test/limits.test.ts', 'is refused once its limit is used up by that person, session or address'],
    ['server/src/platform/calls/rate-limits.test.ts', 'the numbers are those of the design'],
  ],
}

export const trueAddress: Proof = {
  where: ['server/src/app.ts', 'deploy/nginx/nginx.conf'],
  tests: [
    ['server/test/limits.test.ts', 'nobody is believed about being somebody else, unless a proxy is named'],
    ['server/test/limits.test.ts', 'of a named proxy the last address counts'],
    ['server/test/deploy/reverse-proxy.test.ts', 'the address of a visitor is the one that nginx saw'],
  ],
}

export const overload: Proof = {
  where: ['server/src/platform/calls/overload.ts', 'docs/OPERATIONS.md'],
  tests: [
    ['server/test/overload.test.ts', 'a node that has used up its memory asks everybody to come back'],
    ['server/test/overload.test.ts', 'requests wait for the database only so long'],
  ],
}

export const inputs: Proof = {
  where: ['contract/src/fields.ts', 'server/src/platform/calls/read-request.ts'],
  tests: [
    ['server/test/generated-inputs.test.ts', 'whatever is sent to a call is answered'],
    ['server/test/controls.test.ts', 'a search, a user name and a form that is kept is told beside its field'],
    ['server/src/features/patients/edit.test.ts', 'a changed field must follow its rule'],
  ],
}

export const serverDecides: Proof = {
  where: ['server/src/platform/calls/handle-call.ts'],
  tests: [
    ['server/src/features/reimbursements/reimbursements.test.ts', 'what the server decides is the server’s'],
    ['server/src/features/documents/documents.test.ts', 'who, when and whose are decided by the server'],
    ['server/src/features/sign-in/sign-in.test.ts', 'never believes a role header'],
  ],
}

export const openScans: Proof = {
  where: ['server/src/clinic/records/study-access.ts'],
  tests: [
    ['server/src/features/scan-access/deciding.test.ts', 'a revocation closes the scan at once'],
    ['server/src/features/imaging/bypass.test.ts', '$kind: $address answers as for nobody’s'],
  ],
}
