import { mutantsOf } from '../mutant.ts'

const tests = ['asking', 'deciding'].map((name) => `server/src/features/scan-access/${name}.test.ts`)
const clock = ['server/src/features/scan-access/access-clock.test.ts']
const bypass = ['server/src/features/imaging/bypass.test.ts']
const matching = ['server/src/features/unmatched-studies/matching.test.ts']
const decidingUnmatched = ['server/src/features/unmatched-studies/deciding.test.ts']
const signedPdf = ['server/src/features/forms/signed-pdf.test.ts']
const forms = { tests: ['server/src/features/forms/forms.test.ts'] }

/** Who may open which study, on which signature. */
export const studies = [
  ...mutantsOf(
    'server/src/clinic/imaging/archive/separate-projects.ts',
    ['server/src/clinic/imaging/archive/separate-projects.test.ts'],
    [
      [
        'if (found?.is_ours === false)',
        'if (false)',
        'staff of another project see a study in the PACS by adding to it',
      ],
      [
        '.trim())) !== scope.project)',
        '.trim())) === undefined)',
        'a study of the PACS that nobody lists is anybody’s',
      ],
    ],
  ),
  ...mutantsOf('server/src/features/scan-access/routes.ts', tests, [
    [
      "already' }\n  if (request.status !== 'pending') throw conflict(",
      "already' }\n  if (request.status === '') throw conflict(",
      'a declined request is approved',
    ],
    [
      'if (request.status !== from) throw conflict(',
      "if (request.status === '') throw conflict(",
      'an approved request is declined',
    ],
    ['if (request.status === to) return\n', '', 'a double click is an error'],
    [
      'if (body.form_file_id && body.form_file_id !==',
      'if (false && body.form_file_id !==',
      'a form that nobody has seen opens a scan',
    ],
    ['if (!form || !isAsSigned(seals, form)) {', 'if (!form) {', 'a form that was changed opens a scan'],
    [
      'if (study.is_open) throw conflict(',
      'if (study.is_open === null) throw conflict(',
      'an open scan is asked for again',
    ],
  ]),
  ...mutantsOf('server/src/features/scan-access/routes.ts', clock, [
    ['if (request.is_extended)', 'if (false)', 'an answer is put off twice'],
    ['if (request.is_late)', 'if (false)', 'an answer is put off after its day'],
  ]),
  ...mutantsOf('server/src/features/scan-access/remind-admins.ts', clock, [
    [' for no key update of r skip locked', '', 'two nodes remind twice'],
    ["where r.status = 'pending' and ", 'where ', 'admins are reminded of what was answered'],
  ]),
  ...mutantsOf('server/src/features/notifications/queries.ts', clock, [
    ["and n.note = '' and", 'and', 'a physician is reminded of what admins decide'],
  ]),
  ...mutantsOf(
    'web/src/ui/list/PageBar.tsx',
    ['web/src/ui/list/RecordList.test.tsx'],
    [
      ['if (isGone) onPage(total_pages)', '', 'a page that has become empty stays'],
      ['!isStale && page > total_pages', 'page > total_pages', 'a page is left because of the answer before it'],
    ],
  ),
  ...mutantsOf(
    'web/src/ui/list/RecordList.tsx',
    ['web/src/ui/list/RecordList.test.tsx'],
    [['query.isError ? failed', '!query.data && query.isError ? failed', 'rows of another page say nothing']],
  ),
  ...mutantsOf('server/src/features/scan-access/queries.ts', tests, [
    [
      'total: firstRow(rows).total',
      'total: open.length && firstRow(rows).total',
      'past the last page nothing is open',
      { tests: ['server/src/features/scan-access/own-images.test.ts'] },
    ],
    [
      '\n              and not exists (select from access_requests r where r.form_file_id = f.file_id))',
      ')',
      'one form carries two requests',
    ],
    [
      '(f.study_uid = ${studyUid} or (f.study_uid is null',
      '(true or (f.study_uid is null',
      'a form for another scan carries a request',
    ],
    [
      'where f.patient_id = ${patient} and ${authorizesOn(',
      'where f.form',
      'a form of anybody carries a request',
      { survives: 'row security holds the patient’s own forms only' },
    ],
    ["where r.status = 'pending' order by r.due_on", 'order by r.due_on', 'decided requests wait for a decision'],
    [
      "where status = 'pending' do nothing",
      "where status = 'pending' do update set requested_at = now()",
      'a pending request is asked for twice',
    ],
    [
      'where r.patient_id = ${patient} and s.study_uid',
      'where s.study_uid',
      'the request of another patient is decided',
    ],
    ["    .where('request_id', '=', request)\n", '', 'one decision decides all'],
  ]),
  ...mutantsOf('server/migrations/0142_access_clock_goes_on.sql', clock, [
    ["earlier.status = 'declined' and", 'false and', 'a request that was sent back has 30 new days'],
    ['    new.extended_at := earlier.extended_at;\n', '', 'and is put off once more'],
  ]),
  ...mutantsOf('server/src/features/scans/queries.ts', tests, [
    ['f.signer_id = ${actorOf(caller)}', 'true', 'why a caregiver was declined is read by the patient'],
  ]),
  ...mutantsOf('server/migrations/0230_late_matches.sql', tests, [
    [
      "filter (where r.status = 'approved' and r.access_until",
      'filter (where r.access_until',
      'a pending request opens the scan',
    ],
    [
      "filter (where r.status = 'approved' and r.access_until",
      "filter (where r.status <> 'declined' and r.access_until",
      'a revoked request opens the scan',
    ],
    [
      'r.study_id = s.study_id and r.patient_id = s.patient_id) asked',
      'r.study_id = s.study_id) asked',
      'the access of the patient before opens a scan that was moved',
      { tests: [...tests, ...decidingUnmatched] },
    ],
    [' and r.access_until >= (now() at time zone j.time_zone)::date', '', 'access does not end'],
  ]),
  ...mutantsOf(
    'server/src/features/imaging/study-zip.ts',
    ['server/src/features/imaging/download.test.ts'],
    [['    await check()\n', '', 'a download goes on after the access has ended']],
  ),
  ...mutantsOf(
    'server/src/platform/base/resume-reading.ts',
    ['server/src/platform/base/resume-reading.test.ts'],
    [
      ['!again.digest().equals(passed.copy().digest())', 'false', 'a file is put together from two versions of it'],
      ['      if (left > 0) throw changedError()\n', '', 'a file that has become shorter is taken for whole'],
    ],
  ),
  ...mutantsOf(
    'server/src/features/imaging/open-study.ts',
    ['server/src/features/imaging/retrieve/still-open.test.ts'],
    [
      ['    await check()\n', '', 'files are sent on after the access has ended'],
      ['if (!(await sessions.isSessionValid(user)))', 'if (false)', 'files are sent on after the session has ended'],
      [
        'const milliseconds = maxAwayMs - checkEveryMs',
        'const milliseconds = 300_000',
        'files are sent on for minutes while nobody can look whether the access has ended',
        { tests: ['server/src/features/imaging/open-study.test.ts'] },
      ],
      [
        'isTakenBack(located, now, chain)',
        'false',
        'a report is sent on after staff have stopped sharing it',
        { tests: ['server/src/features/imaging/withdrawn.test.ts'] },
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/features/imaging/retrieve/pictures.ts',
    ['server/src/features/imaging/retrieve/still-open.test.ts'],
    [['      await check()\n', '', 'pictures are drawn after the access has ended']],
  ),
  ...mutantsOf(
    'server/src/platform/calls/csv-file.ts',
    ['server/src/features/patients/export.test.ts'],
    [['      await check?.(db)\n', '', 'an export goes on after the right was withheld']],
  ),
  ...mutantsOf('server/src/clinic/records/study-access.ts', bypass, [
    [
      '(${patient === null} or s.study_id in (select study_id from open_studies)) and ',
      '',
      'a patient’s closed studies are open',
    ],
    [
      '(${onlyStudies}::text[] is null or s.study_uid = any(${onlyStudies}))',
      'true',
      'a ticket opens every study of its session',
    ],
    [
      '\n  and (s.patient_id is null or p.deleted_at is null)',
      '',
      'the scans of a deleted patient are open',
      { tests: ['server/src/features/patients/remove.test.ts'] },
    ],
    ['where s.study_uid = ${study} and ${visible(caller)}', 'where s.study_uid = ${study}', 'every study is open'],
    [
      'exists (select from opened) as is_first',
      'true as is_first',
      'each slice of a series is noted',
      { tests: ['server/src/features/imaging/noted-readings.test.ts'] },
    ],
  ]),
  ...mutantsOf(
    'server/src/features/imaging/study-archive.ts',
    ['server/src/features/imaging/study-archive.test.ts'],
    [
      ['isSame = await isUnchanged()', 'isSame = true', 'images of another person stand under an open study'],
      ['now.patientId === dicom_patient_id && ', '', 'nobody looks whom the images name'],
    ],
  ),
  ...mutantsOf(
    'server/src/features/imaging/search/routes.ts',
    ['server/src/features/imaging/search/search.test.ts'],
    [
      ['noteFound(db, user, request.id, [...ofListed])', 'Promise.resolve(db)', 'a search of series notes nobody'],
      ['if (tooLarge) throw', 'if (false) throw', 'a search of all studies gathers what is said of every frame'],
      [' || patients.size <= fewPatients', '', 'who is found by the time of a study is not noted'],
    ],
  ),
  ...mutantsOf('server/src/clinic/records/study-search.ts', bypass, [
    ['[visible(caller), ...filters.map(', '[sql`true`, ...filters.map(', 'lists show every study'],
    [
      '...filters.map((filter) => condition(filter, isFuzzy))',
      '',
      'a search answers with every study',
      { tests: ['server/src/features/imaging/search/search.test.ts'] },
    ],
  ]),
  ...mutantsOf(
    'server/src/clinic/records/form-record.ts',
    ['server/src/features/appointments/day-sheet.test.ts'],
    [
      [
        "coalesce(f.expiration_date, ((f.signed_at at time zone 'UTC') + interval '1 year')::date) >= ${day}",
        '${day} is not null',
        'a form that has ended counts as signed',
      ],
      [
        'f.form_version = any(${validFormVersions()}::text[])',
        'f.form_version <> all(array[]::text[])',
        'a form of an earlier text counts as signed',
      ],
      ['(f.bound_patient_id is null\n', '(true\n', 'a form of another account counts as signed'],
    ],
  ),
  ...mutantsOf('server/src/clinic/records/form-record.ts', forms.tests, [
    [
      '  expiration_date ?? aYearAfter(signed_at)',
      '  aYearAfter(signed_at)',
      'the last day of a form is ignored',
      { tests },
    ],
    ["    form.study_uid ?? '',\n", '', 'the scan of a form is not sealed'],
    ["    form.expiration_date ?? '',\n", '', 'the last day of a form is not sealed'],
    ['(second ?? form).sha256.equals(sha256) ?', 'sha256 ?', 'a changed file counts as signed'],
    [
      "if (second && !isCountersigned(seals, form, second)) return 'the record of the countersignature was changed'\n",
      '',
      'a changed countersignature counts as signed',
      { tests: signedPdf },
    ],
    ["form.fields ?? '',\n", '', 'the fields of a form are not sealed', { tests: signedPdf }],
    [
      "if (!isAsSigned(seals, form)) return 'the record of the signature was changed'\n",
      '',
      'a changed signature counts as signed',
    ],
  ]),
  ...mutantsOf('server/src/features/forms/verify.ts', signedPdf, [
    ['!form || !isAsSigned(seals, form)', '!form', 'a record that was changed vouches for a file'],
  ]),
  ...mutantsOf('server/src/features/forms/check-pdf.ts', signedPdf, [
    [
      'if (!certificates.some(({ fingerprint }) => fingerprint.equals(checked.certificate)))',
      'if (certificates === null)',
      'a PDF that anybody signed counts as signed by the project',
    ],
  ]),
  ...mutantsOf('server/src/clinic/imaging/archive/matching.ts', matching, [
    [' > s.received_at', ' is null', 'a name, number or birth date entered for a waiting scan opens it'],
    ['isLate: only.is_late', 'isLate: false', 'opening own images opens a scan that a record made since matched'],
    ['p.created_at, ', '', 'a record made for a waiting scan opens it'],
    ['     for share of p', '', 'a scan comes to a record that has just lost its number'],
  ]),
  ...mutantsOf('server/src/clinic/imaging/archive/reconcile.ts', matching, [
    ["mismatch === 'birth_date' && isNewDate", 'false', 'a corrected birth date leaves a scan with another patient'],
    ["mismatch === 'name' && (", 'false && (', 'a corrected name leaves a scan with another patient'],
    [
      "version + (state = 'open')::int",
      'version',
      'an admin assigns a scan by a name that DICOM has changed since',
      { tests: decidingUnmatched },
    ],
    ["nullif(${date}, '')", '${date}', 'a birth date that is left out once undoes a decision'],
  ]),
  ...mutantsOf(
    'server/src/features/unmatched-studies/queries.ts',
    ['server/src/features/unmatched-studies/late-mails.test.ts'],
    [
      [
        'when m.previous_until <=',
        'when m.decided_at <=',
        'who was told that an access ended is not told that it goes on',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/features/record-merge/released-scans.ts',
    ['server/src/features/record-merge/moves.test.ts'],
    [['set patient_id = null from', 'set patient_id = s.patient_id from', 'an undo leaves scans of the other person']],
  ),
]
