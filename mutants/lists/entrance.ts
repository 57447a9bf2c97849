import { mutantsOf } from '../mutant.ts'

const access = ['server/test/access.test.ts']
const responses = ['server/test/responses.test.ts']
const limits = { tests: ['server/test/limits.test.ts'] }
const signIn = {
  tests: ['server/src/features/sign-in/sign-in.test.ts'],
}
const bypass = { tests: ['server/src/features/imaging/bypass.test.ts'] }
const imaging = ['server/src/features/imaging/noted-readings.test.ts']

/** Who is let in, and what every request goes through. */
export const entrance = [
  ...mutantsOf(
    'server/src/platform/calls/openapi.ts',
    ['server/src/platform/calls/openapi.test.ts'],
    [
      [
        'document ??= made(describe)',
        'document = made(describe)',
        'a description of all calls is made for each who asks',
      ],
      ['{ compress: false }, ', '', 'a description of all calls is compressed for each who asks'],
    ],
  ),
  ...mutantsOf('server/src/platform/calls/admit.ts', access, [
    ["if (!call.allow.includes(caller.role)) throw forbidden('role')", '', 'every role may make every call'],
    ['    if (!caller) throw unauthenticated()\n', '    if (!caller) return\n', 'nobody may make every call'],
    [
      "if (caller && project && project !== caller.project) throw forbidden('project')",
      '',
      'the header of another project passes',
    ],
    [
      "  refuseCrossSite(request, origins, takesCookies || call.session === 'bearer-or-ticket')\n",
      '',
      'another site’s page passes',
    ],
    [
      "  refuseCrossSite(request, origins, takesCookies || call.session === 'bearer-or-ticket')\n",
      '  if (!caller) refuseCrossSite(request, origins, takesCookies)\n',
      'another site’s page passes with a session',
    ],
    [
      'if (!caller.confirmed && !call.unconfirmed) throw unconfirmed()',
      '',
      'a registration is a patient before its address is proven',
      { tests: ['server/src/features/registration'] },
    ],
    [
      "if (!caller && call.session === 'optional-bearer' && bearerOf(request)) throw unauthenticated()",
      '',
      'an expired session makes a member a visitor',
      { tests: ['server/src/features/contact/contact.test.ts'] },
    ],
    [
      "const takesCookies = call.session === 'cookie' || call.session === 'bearer-or-cookie'",
      'const takesCookies = true',
      'a cookie alone opens every call',
    ],
    [
      "call.session === 'bearer-or-ticket' ? viewerOf(request, bearer) : undefined",
      'viewerOf(request, bearer)',
      'a viewer’s ticket opens every call',
      bypass,
    ],
    ["if (!caller) await rateLimits.spend('address', addressKey(request.ip))", '', 'visitors are not counted', limits],
    ["if (caller) await rateLimits.spend('session', caller.session)", '', 'sessions are not counted', limits],
    [
      "by === 'person' ? caller && actorOf(caller) : by === 'session' ? caller?.session : undefined",
      'undefined',
      'a clinic behind one address shares one person’s limit',
      limits,
    ],
    [
      "if (!('silent' in limits[charge])) throw refusal",
      'throw refusal',
      'the client’s log answers 429',
      { tests: ['server/src/features/client-log/client-log.test.ts'] },
    ],
    ['keepsAlive: call.userInitiated', 'keepsAlive: true', 'polling keeps a session alive', signIn],
  ]),
  ...mutantsOf('server/src/platform/calls/read-request.ts', responses, [
    ['|| /\\p{Cc}/u.test(value)', '', 'control characters in an address reach the database'],
    ['|| value.length > 254', '', 'an endless address reaches the database'],
    ['|| !projectPattern.test(given))', ')', 'a project header of any form', bypass],
    [
      "  if (origin !== undefined && !origins.includes(origin)) throw forbidden('cross_site')\n",
      '',
      'a foreign origin passes',
      { tests: access },
    ],
    ["(takesCookies && site === 'same-site')", 'false', 'a cookie is used by another subdomain', signIn],
    [
      "site === 'cross-site' || (takesCookies",
      '(takesCookies',
      'a request that the browser calls cross-site passes',
      { tests: access },
    ],
  ]),
  ...mutantsOf('server/src/platform/calls/cookies.ts', responses, [
    ['httpOnly: true', 'httpOnly: false', 'a script reads the session’s cookie'],
    ["sameSite: 'strict' as const", "sameSite: 'none' as const", 'another site’s page sends the session’s cookie'],
    [
      "secure: origins[0]?.startsWith('https:') ?? true",
      'secure: false',
      'the session’s cookie goes over plain HTTP',
      { tests: responses },
    ],
  ]),
  ...mutantsOf('server/src/platform/calls/send-response.ts', responses, [
    [
      "!isPublic && /svg|xml|html/.test(mediaType) ? 'application/octet-stream' : mediaType",
      'mediaType',
      'an SVG of a person is shown inside the origin',
    ],
    [`'content-security-policy': "sandbox; default-src 'none'",`, '', 'a file is no sandbox'],
    [
      "isPublic ? 'public, max-age=31536000, immutable' : 'no-store'",
      "'public, max-age=31536000, immutable'",
      'caches keep a person’s file',
    ],
    [
      "'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' })",
      "'x-content-type-options': 'nosniff' })",
      'caches keep images',
      { tests: ['server/src/features/imaging/download.test.ts'] },
    ],
    [
      'return call.response.parse(result)',
      'return result',
      'a response is not cut to what its call names',
      {
        tests: [
          'server/src/features/appointments/appointments.test.ts',
          'server/src/features/patients/patients.test.ts',
        ],
      },
    ],
  ]),
  ...mutantsOf(
    'server/src/platform/calls/audit-refusal.ts',
    ['server/test/watching.test.ts', 'server/src/features/patients/patients.test.ts'],
    [
      [
        'if (!caller || !(brokenFile || shown || [401, 403, 404].includes(error.status))) return',
        'return',
        'refusals leave no audit row',
      ],
      ['brokenFile || shown || [401', 'brokenFile || [401', 'a refusal that shows a record leaves no audit row'],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/calls/json-body.ts',
    ['server/src/platform/calls/json-body.test.ts'],
    [
      ['deeper > 0 && ', '', 'a body is deep without end'],
      ["!Object.hasOwn(value, '__proto__') && ", '', 'a body changes what it is copied into'],
    ],
  ),
  ...mutantsOf('server/src/platform/calls/binder.ts', responses, [
    [
      'if (problems.length > 0) throw',
      'if (problems.length < 0) throw',
      'the server starts with a call without rules',
      { tests: responses },
    ],
  ]),
  ...mutantsOf(
    'server/src/platform/calls/audit-call.ts',
    ['server/src/features/documents/documents.test.ts', 'server/src/features/access-log/access-log.test.ts'],
    [
      [
        '  isAudited(call, audit)\n    ? [\n        auditStatement',
        '  (false as boolean)\n    ? [\n        auditStatement',
        'no audit row with the commit',
      ],
      [
        'patient: (isOfSignIn(call) ? patientOf(user) : user.patient) ?? audit.patient ?? null',
        'patient: audit.patient ?? null',
        'a patient’s own call notes no patient',
      ],
      [
        "typeof call.audit === 'string' && !audit.skipRow\n",
        "typeof call.audit === 'string'\n",
        'each slice of a series is noted',
        { tests: imaging },
      ],
      [
        'if (!isAudited(call, audit) || !project || user?.closed) return',
        'if (call.audit !== null) return',
        'sign-ins are not noted',
        { tests: ['server/src/features/sign-in/lock-out.test.ts'] },
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/calls/idempotency.ts',
    ['server/test/idempotency.test.ts'],
    [
      ['body }).input_hash', 'body }).address_hash', 'what was typed anew is answered as what was typed before'],
      ['user.person, user.login, name]', 'user.person, user.login]', 'one key answers another call'],
      [
        "error instanceof ApiError || violates(error, 'idempotency_keys_pkey')",
        'error instanceof ApiError',
        'one of two at once breaks',
      ],
      [
        "error instanceof ApiError || violates(error, 'idempotency_keys_pkey')",
        "violates(error, 'idempotency_keys_pkey')",
        'what was done is refused the second time',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/calls/handle-call.ts',
    ['server/src/features/forms/forms.test.ts'],
    [
      ['if (!mayHaveCommitted(error)) await discard()', '', 'a refused upload leaves its bytes'],
      [
        'if (!mayHaveCommitted(error)) await discard()',
        'await discard()',
        'a file whose row may be there is deleted',
        { tests: ['server/test/faults.test.ts'] },
      ],
    ],
  ),
]
