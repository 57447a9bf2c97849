import { mutantsOf } from '../mutant.ts'

const next = ['web/src/platform/session/next-person.test.tsx']
const guards = ['web/src/app/routes.test.tsx', 'web/src/app/guards.test.tsx']

/** What the browser shows to whom. */
export const web = [
  ...mutantsOf('web/src/platform/calls/api.ts', next, [
    ['{ project, person, of: args.params }', '{ of: args.params }', 'answers are kept for whoever comes next'],
    [
      'isSameRecord(key, query?.queryKey) ? previous : undefined',
      'query ? previous : undefined',
      'a list shows the person before while it loads',
    ],
  ]),
  ...mutantsOf('web/src/platform/calls/send.ts', next, [
    [
      "if (error.status === 401 && usesSession(call)) endSession('expired')",
      '',
      'a session that has ended stays on the screen',
      { tests: ['web/src/platform/calls/api.test.tsx'] },
    ],
  ]),
  ...mutantsOf('web/src/platform/session/session.tsx', next, [
    ['  queryClient.clear()\n  clearNotice()', '  clearNotice()', 'a sign-in leaves the answers of the person before'],
    ['  clearSession()\n  queryClient.clear()', '  clearSession()', 'a sign-out leaves the answers of the person'],
  ]),
  ...mutantsOf(
    'web/src/platform/sign-in/restore.ts',
    ['web/src/platform/sign-in/restore.test.tsx'],
    [['signIn: early.signIn })', 'signIn: signedInHint.id() })', 'who signs in next is shown the session of before']],
  ),
  ...mutantsOf('web/src/platform/session/return-path.ts', next, [
    ["of === '' || of === codeOfPerson() ?", 'of !== null ?', 'the next person lands on the page of the one before'],
    [" || path.startsWith('//')", '', 'a page of another site is returned to', { tests: guards }],
  ]),
  ...mutantsOf(
    'web/src/features/providers/RoleCard.tsx',
    ['web/src/features/providers/OperatorProfilePage.test.tsx'],
    [
      ['() => refreshCall(getOperator)', 'async () => {}', 'a role that a colleague changed is never changed again'],
      ['{last?.to === role && (', '{last && (', 'Undo takes back the choice of a colleague'],
    ],
  ),
  ...mutantsOf(
    'web/src/features/two-step/PolicyCard.tsx',
    ['web/src/features/two-step/policy-card.test.tsx'],
    [
      ['!form.isDirty() || isUnchanged(fresh)', 'true', 'what was typed is gone when a colleague has saved'],
      [
        'isUnchanged(fresh) ? { version: fresh.version } : fresh',
        '{ version: fresh.version }',
        'the policy of a colleague is replaced by who has not seen it',
      ],
    ],
  ),
  ...mutantsOf(
    'web/src/features/audit-log/use-log.ts',
    ['web/src/features/audit-log/audit-log.test.tsx'],
    [['page > 1 && anchor', 'false && anchor', 'each page of the log repeats the last entry of the one before']],
  ),
  ...mutantsOf(
    'web/src/features/patients/NotesSection.tsx',
    ['web/src/features/patients/NotesSection.test.tsx'],
    [['if (form.getValues().text !== note.text) return', '', 'what is typed while a note is on its way is deleted']],
  ),
  ...mutantsOf(
    'web/src/features/forms/use-auth-form.ts',
    ['web/src/features/forms/auth-form.test.tsx'],
    [['form.submitting && busy === undefined', 'false', 'a form that waits for the network can be sent again']],
  ),
  ...mutantsOf(
    'web/src/ui/display/ErrorAlert.tsx',
    ['web/src/ui/dialog/dialog-buttons.test.tsx', 'web/src/features/patients/ContactSection.test.tsx'],
    [
      [`'[role$="dialog"], form'`, "'form'", 'what failed in a long dialog is out of sight'],
      [`'[role$="dialog"], form'`, `'[role$="dialog"]'`, 'why a card was not saved is out of sight'],
    ],
  ),
  ...mutantsOf(
    'web/src/ui/edit/use-record-edit.ts',
    ['web/src/features/patients/MedicalSection.test.tsx'],
    [
      [
        ' || (newest.version === undefined && clashes.length > 0)',
        '',
        'what somebody else saved in a record without a version is not compared',
      ],
    ],
  ),
  ...mutantsOf(
    'web/src/features/reimbursements/use-reimbursements.ts',
    ['web/src/features/reimbursements/ReimbursementTab.test.tsx'],
    [['user.patient_id', 'user.email', 'another tab asks for the address from before']],
  ),
  ...mutantsOf(
    'web/src/features/patients/use-patient-record.ts',
    ['web/src/features/patients/PatientProfilePage.test.tsx'],
    [['user.patient_id', 'user.email', 'another tab asks for the record by the address from before']],
  ),
  ...mutantsOf(
    'web/src/ui/form/use-uploads.ts',
    ['web/src/ui/form/uploads.test.tsx'],
    [["state !== 'cancelled'", "state !== 'preparing'", 'a canceled upload is sent with the next press']],
  ),
  ...mutantsOf(
    'web/src/ui/dialog/keep-open.tsx',
    ['web/src/ui/dialog/keep-open.test.tsx'],
    [
      ['if (state.current.sending > 0) return', 'if (isAsking) return', 'Escape cuts off what is sent'],
      ['return stopWaiting()', 'return', 'what waits cannot be canceled with Escape'],
      ['if (isThere())', 'if (false)', 'Escape discards what was typed without a question'],
    ],
  ),
  ...mutantsOf(
    'web/src/ui/dialog/unsaved.ts',
    ['web/src/ui/dialog/leave-guard.test.tsx'],
    [['isSame() && isThere()', 'isThere()', 'a session that has ended is held on the page']],
  ),
  ...mutantsOf(
    'web/src/ui/edit/use-record-edit.ts',
    ['web/src/features/patients/ContactSection.test.tsx'],
    [['await edit.waitOnline(edit.form.getValues)', '', 'a record that is saved without network does not wait for it']],
  ),
  ...mutantsOf(
    'web/src/app/routes.tsx',
    ['web/src/app/first-drawing.test.tsx'],
    [['...frameParts(session), ', '', 'the frame of a page comes after it was drawn once']],
  ),
  ...mutantsOf(
    'web/src/features/invites/RegisterOperatorPage.tsx',
    ['web/src/features/invites/invite-sign-up.test.tsx'],
    [['!form.isValid()', 'form', 'what the server says of a field goes with the dialog']],
  ),
  ...mutantsOf(
    'web/src/ui/form/use-submit.ts',
    ['web/src/features/care-messages/messages-page.test.tsx'],
    [['form.submitting && !isWaiting', 'false', 'what is typed while a message is sent is deleted']],
  ),
  ...mutantsOf(
    'web/src/platform/http/server-clock.ts',
    ['web/src/features/appointments/booking.test.tsx'],
    [
      [
        'Math.abs(serverMs - now.wall) > minDifferenceMs ? serverMs : now.wall',
        'now.wall',
        'a visit passes by the clock of the phone',
      ],
    ],
  ),
  ...mutantsOf(
    'web/src/features/appointments/NextAppointment.tsx',
    ['web/src/features/appointments/booking.test.tsx'],
    [['Date.parse(next.start) > serverNow() && (', 'true && (', 'a visit that has begun is offered to be moved']],
  ),
  ...mutantsOf(
    'web/src/features/forms/AuthFormPage.tsx',
    ['web/src/features/forms/auth-form.test.tsx'],
    [["acting?.name ?? ''", "''", 'a caregiver is told to sign with the name of the patient']],
  ),
  ...mutantsOf(
    'web/src/features/providers/FirstSteps.tsx',
    ['web/src/features/providers/FirstSteps.test.tsx'],
    [['if (steps.every(({ isDone }) => isDone)) return null', '', 'a complete clinic is told to begin']],
  ),
  ...mutantsOf(
    'web/src/ui/form/long-password.ts',
    ['web/src/features/sign-in/registration.test.tsx'],
    [['isNeeded && !passwordAlone', 'false && !passwordAlone', 'how long is said only after sending']],
  ),
  ...mutantsOf('web/src/app/guards.ts', guards, [
    ['namesPatient(search)', 'false', 'staff are sent to the patient sign-in'],
    ['allow.includes(session.role) ? null : redirect(paths.forbidden)', 'null', 'every page is for every role'],
  ]),
  ...mutantsOf('web/src/app/routes.tsx', guards, [
    [
      'withParts(guard(pages[name]), partsOf)',
      'withParts(allowAnyone, partsOf)',
      'no page of an area asks who may see it',
    ],
  ]),
  ...mutantsOf(
    'web/src/app/routes.tsx',
    ['web/src/app/required-parts.test.tsx', 'web/src/app/required-banner.test.tsx'],
    [
      ['...(acting ? [ActingBanner] : [])', '', 'a caregiver sees a page before the line that says for whom'],
      ['withParts(viewerGuard, guards)', 'viewerGuard', 'the viewer opens without the logout after 20 minutes'],
    ],
  ),
]
