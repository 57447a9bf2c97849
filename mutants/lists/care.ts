import { mutantsOf } from '../mutant.ts'

const standing = ['server/src/features/caregivers/standing.test.ts']
const areas = ['server/test/care.test.ts']
const refusals = ['server/src/features/caregivers/refusals.test.ts']
const acts = ['server/src/features/caregivers/caregiver-acts.test.ts']
const grants = ['server/src/features/caregivers/caregivers.test.ts']

/** What a caregiver may, and until when: the calls, the database, and the grant behind the session. */
export const care = [
  ...mutantsOf('server/src/platform/calls/admit.ts', areas, [
    ["if (care !== 'any' && !areas.includes(care)) throw notShared()", '', 'any area opens every call'],
    ["if (care === 'never') throw patientOnly()", '', 'a caregiver does what is the patient’s alone'],
  ]),
  ...mutantsOf('server/src/platform/database/db.ts', areas, [
    [
      'values: [project, patient, care]',
      "values: [project, patient, 'all']",
      'the database is not told what was shared',
    ],
  ]),
  ...mutantsOf('server/src/platform/calls/audit-call.ts', acts, [
    [
      'isOfSignIn(call) ? patientOf(user) : user.patient',
      'user.patient',
      'a patient reads when a caregiver signed out',
    ],
  ]),
  ...mutantsOf('server/src/platform/sessions/session-row.ts', acts, [
    ['  caregiver ? null : patient\n', '  patient\n', 'a caregiver’s password is told to the patient'],
  ]),
  ...mutantsOf('server/src/platform/database/scope.ts', areas, [
    ['uuid.parse(caregiver), uuid.parse(login)', 'caregiver, login', 'any text becomes part of the scope’s statement'],
  ]),
  ...mutantsOf('server/src/clinic/records/login-records.ts', grants, [
    ['and c.ended_at is null and', 'and', 'a grant that ended goes on'],
    ['c.until >= (now() at time zone j.time_zone)::date', 'true', 'the last day never comes'],
  ]),
  ...mutantsOf('server/src/features/invites/routes.ts', standing, [
    [
      "      if (patient) await mailCaregiverReminder(platform, db, { project, patient }, 'account')\n      const",
      '      const',
      'who signs up does not hear of whom the clinic let in',
    ],
    [
      "        if (patient) await mailCaregiverReminder(platform, db, { project, patient }, 'account')\n      }",
      '      }',
      'who signs up by an identity does not hear of whom the clinic let in',
    ],
  ]),
  ...mutantsOf('server/src/features/record-merge/routes.ts', standing, [
    [
      "      await mailCaregiverReminder({ config, mail }, system, { project: pair.project, patient: pair.kept }, 'merge')\n",
      '',
      'a patient does not hear of who sees more after a merge',
    ],
  ]),
  ...mutantsOf('server/src/clinic/people/session-queries.ts', acts, [
    ['and c.login_id = s.login_id', '', 'a grant serves a login that it is not of'],
  ]),
  ...mutantsOf('server/src/clinic/people/end-access.ts', grants, [
    ['or caregiver_id in (', 'or false and caregiver_id in (', 'a restored record revives the sessions of caregivers'],
  ]),
  ...mutantsOf('server/src/clinic/people/caregivers.ts', grants, [
    [".where('login_id', 'is', null)", '', 'a grant is handed on', { survives: 'the invitation is used up before' }],
    ['p.login_id = ${login} or exists', 'exists', 'a patient becomes a caregiver of the own record'],
  ]),
  ...mutantsOf('server/src/clinic/people/caregivers.ts', refusals, [
    ['record.login_id && !isByPatient', 'false', 'the clinic invites for a patient who has an account'],
    ['v.login_id = ${login ?? null}', 'false', 'somebody of the staff accepts with the own login'],
    ['and l.email_key = v.email_key', 'and false', 'somebody of the staff accepts with a work address'],
    ['rows.length >= maxCareInvitesPerDay', 'false', 'a patient invites without end'],
  ]),
  ...mutantsOf('server/src/clinic/people/grants.ts', grants, [
    [
      'if (wouldOverwrite({ from, current, wanted }))',
      'if (false)',
      'an older window shares again what was taken away',
    ],
  ]),
  ...mutantsOf('server/src/features/appointments/notify-booking.ts', refusals, [
    ['&& !user.caregiver', '', 'what a caregiver books counts as what the patient did'],
  ]),
  ...mutantsOf(
    'server/src/features/appointments/booking.ts',
    ['server/src/features/appointments/appointments.test.ts'],
    [
      [
        "isOwn(user)\n        ? 'You",
        "true\n        ? 'You",
        'a nurse reads that the appointment of a patient is hers',
      ],
    ],
  ),
  ...mutantsOf('server/src/features/sign-in/session-routes.ts', refusals, [
    ['&& !caregiver)', ')', 'a change of project makes somebody a caregiver'],
  ]),
  ...mutantsOf('server/src/features/patients/remove.ts', refusals, [
    ['await endGrantsOf(', 'void (', 'a restored record revives grants'],
  ]),
  ...mutantsOf('server/src/features/patients/edit.ts', refusals, [
    ['if (user.caregiver)', 'if (false)', 'a caregiver changes who the patient is'],
  ]),
  ...mutantsOf('server/src/features/patients/edit.ts', refusals, [
    ["'dob', 'email']", "'dob']", 'a caregiver moves the address of the patient'],
  ]),
]
