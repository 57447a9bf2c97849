import { mutantsOf } from '../mutant.ts'

const screening = [
  'server/src/features/screening/screening.test.ts',
  'server/src/features/screening/fill-medical.test.ts',
]
const visits = ['server/src/features/appointments/visits.test.ts']

/** Nobody is scanned on an unknown. */
export const safety = [
  ...mutantsOf('contract/src/screening.ts', screening, [
    ['  allow: operators,', '  allow: [...staff, ...patient],', 'a patient clears themselves'],
    ['  allow: operators,', '  allow: staff,', 'an administrator clears a patient'],
    ["decision === 'cleared' || note !== ''", 'true', 'a refusal says no reason'],
  ]),
  ...mutantsOf('contract/src/screening-questions.ts', screening, [
    [
      'const isApplicable = follows && concernsThem(question, facts)',
      'const isApplicable = true',
      'an answer to a hidden question is kept',
    ],
    ["gender !== 'Male' && ", '', 'a man is asked about a pregnancy'],
    ['      if (error)\n', '      if (false && error)\n', 'a missing answer is accepted'],
  ]),
  ...mutantsOf('server/src/features/screening/routes.ts', screening, [
    ['if (!isSignatureOf(user.name, body.signature))', 'if (body.signature === null)', 'anybody’s name signs a review'],
    ['if (newest.id !== screening_id)', 'if (newest.id === null)', 'old answers are cleared behind new ones'],
    [
      "if (newest.outdated && body.decision === 'cleared')",
      'if (newest.id === null)',
      'answers that are too old are cleared',
    ],
    ['if (version !== questionnaireVersion)', 'if (version < 0)', 'answers to other questions are taken for these'],
    [
      'if (!(await hasScreening(context.db, patient, context.params.screening_id))) throw notFound()',
      '',
      'the answers of somebody else are told from none',
    ],
  ]),
  ...mutantsOf('server/src/clinic/records/screening-state.ts', screening, [
    ["when sc.decision = 'not_cleared' then sc.decision", '', 'what speaks against a scan expires'],
    ["when sc.good_until < ${at} then 'expired'", '', 'a clearance has no end'],
    ["coalesce(sc.decision, 'waiting')", "'cleared'", 'answers that nobody reviewed clear'],
  ]),
  ...mutantsOf('server/src/features/screening/fill-medical.ts', screening, [
    ["isFilledNo && (found === 'Y' || isUnsure) ? found : current", 'found', 'a questionnaire takes back a warning'],
    [' || isUnsure)', ')', '“not sure” leaves a no'],
    [
      "pregnant === 'no' && breastfeeding === 'no' ? 'N'",
      "pregnant === 'no' ? 'N'",
      'a no to one question answers two',
    ],
  ]),
  ...mutantsOf('server/src/features/screening/previous-history.ts', screening, [
    ['question !== undefined)', 'true)', 'a questionnaire adds to what somebody wrote'],
    [
      "const fits = (lines: string[]) => lines.join('\\n').length <= maxText",
      'const fits = (_: string[]) => true',
      'a history is longer than its field',
    ],
    [
      'if (fits([...after, brief])) after = [...after, brief]',
      'after = [...after, brief]',
      'a brief answer does not fit',
    ],
    ['isAnother || isAgain ? {', 'false ? {', 'of two answers nobody knows which is newer'],
    ['(line === brief ? text : line)', 'line', 'details are left out although they fit'],
    ['!fits([...lines, brief])', 'false', 'nobody reads what a full history could not take'],
    [
      'screenings.flatMap(findings)',
      'screenings.slice(-1).flatMap(findings)',
      'calmer answers hide what was not copied',
    ],
    [
      '!current.includes(text) && !current.includes(brief)',
      'false',
      'nobody reads what was not added to what somebody wrote',
    ],
  ]),
  ...mutantsOf('server/src/features/appointments/visits.ts', visits, [
    [
      "if (reason === '') throw invalidFieldsError(",
      'if (reason === null) throw invalidFieldsError(',
      'a scan without a clearance starts without a reason',
    ],
    ["if (state === 'cleared') return ''", "return ''", 'a scan without a clearance starts as any'],
    [
      'if (screening && screening !== state)',
      'if (screening === null)',
      'a reason for one safety state starts a scan in another',
    ],
    ['      if (kept)\n', '      if (kept === null)\n', 'the audit trail does not know of a scan without a clearance'],
    [
      "if (now !== from) throw staleError('A colleague",
      "if (now === null) throw conflict('A colleague",
      'a step undoes a colleague’s',
    ],
    [
      'if (siteDay(start, time_zone) > siteDay(new Date(), time_zone))',
      'if (false)',
      'a visit of tomorrow is over today',
    ],
  ]),
]
