import { mutantsOf } from '../mutant.ts'

const folder = 'server/src/features/imaging/measurements'
const reports = [`${folder}/reports.test.ts`]
const released = [`${folder}/release.test.ts`]
const kept = [`${folder}/measurements.test.ts`]

/** What staff measure stays with staff, and with whom it is of. */
export const measurements = [
  ...mutantsOf('server/src/clinic/imaging/archive/without-series.ts', reports, [
    ['if (instance !== undefined && isHidden(chain)) return null\n', '', 'a patient gets the file of a report'],
    [
      'return instance === undefined && (series === undefined || isStaffs(series))\n',
      'return false\n',
      'a patient gets it with all files of the study',
    ],
    ['if (there.length === 0) return []\n', '', 'its series is listed'],
    ['&& !(instance !== undefined && released.includes(instance))', '', 'no release is read', { tests: released }],
    ['released.includes(instance))', 'released.length > 0)', 'one release releases the others', { tests: released }],
    [
      '...Object.fromEntries(shared)',
      '...tags',
      'a list of series tells of reports that are not released',
      { tests: released },
    ],
    [
      'instancesOf: async (scope, chain, more) => left(await archive.instancesOf(scope, chain, more), chain)',
      'instancesOf: archive.instancesOf',
      'it is listed among the instances',
    ],
    [
      'const all = left((await archive.metadata(scope, chain, base)) ?? [], chain)',
      'const all = (await archive.metadata(scope, chain, base)) ?? []',
      'its tags are read',
    ],
    ['isStaffSeries(series) || ', '', 'what the row has forgotten is shown'],
    [
      "seriesOf(tags) || (series ?? '')",
      'seriesOf(tags)',
      'a PACS that leaves out the series of the address shows its reports',
      { tests: ['server/src/clinic/imaging/archive/without-series.test.ts'] },
    ],
  ]),
  ...mutantsOf('server/src/clinic/imaging/archive/reconcile.ts', reports, [
    [
      'select unnest(studies.staff_series) union select unnest(excluded.staff_series)',
      'select unnest(studies.staff_series)',
      'the row does not learn again what is of staff',
    ],
    [', ...(await staffSeriesIn(archive, scope, study))', '', 'a new row takes a report of staff for the scanner’s'],
  ]),
  ...mutantsOf(
    'server/src/clinic/imaging/archive/dicomweb-archive.ts',
    ['server/src/clinic/imaging/archive/dicomweb-archive.test.ts'],
    [["(textOf(entry, '0020000E') ?? series) === series", 'true', 'a report comes by the series of another']],
  ),
  ...mutantsOf('server/src/clinic/imaging/archive/staff-series.ts', reports, [
    [
      "textOf(tags, '00080070') ? [tags] : ((await archive.metadata(scope, { study, series }, '')) ?? [])",
      '[tags]',
      'a list without the manufacturer hides who wrote a series',
    ],
  ]),
  ...mutantsOf('server/src/features/imaging/study-archive.ts', reports, [
    [
      "scope.patient === 'any' ? whole : withoutSeries(whole, staff_series, released_reports)",
      'whole',
      'a patient reads a report of staff',
    ],
  ]),
  ...mutantsOf(`${folder}/save-report.ts`, reports, [
    ['  await keepWithStaff(database, study_uid, place.series)\n', '', 'nobody hides what is saved'],
    [
      'where study_uid = $1 and',
      'where study_uid = $1 and project_id = (select min(project_id::text)::uuid from studies) and',
      'only one project hides it',
    ],
  ]),
  ...mutantsOf('server/migrations/0140_reports_of_who_has_it.sql', released, [
    ["new.released_reports := '{}'", 'null', 'whoever gets a scan reads what was released to another'],
  ]),
  ...mutantsOf(`${folder}/queries.ts`, released, [
    [".where('report_id', '=', report_id)", '', 'another report is released than was asked for'],
    ['if (now.code !== patient) throw movedStudyError()', '', 'a page that is minutes old releases to somebody else'],
  ]),
  ...mutantsOf(`${folder}/queries.ts`, kept, [
    [
      'provider_id = ${person} and login_id = ${login}',
      'provider_id = ${person}',
      'another login reads what was measured',
    ],
    [
      'provider_id = ${person} and login_id = ${login}',
      'login_id = ${login} or true',
      'a colleague reads what was measured',
    ],
  ]),
  ...mutantsOf(`${folder}/pictures.ts`, reports, [
    ['!tags || shape.frame > frames || !isInside', '!tags || shape.frame > frames', 'a shape lies beside its picture'],
    ['!tags || shape.frame > frames || !isInside', '!tags || !isInside', 'a shape is in a frame that is not there'],
  ]),
  ...mutantsOf('server/src/features/patient-news/queries.ts', released, [
    [' and st.study_id in (select study_id from open_studies)', '', 'a report of a scan that is not open is told'],
  ]),
  ...mutantsOf(`${folder}/mails.ts`, released, [
    ['!found?.patient || !found.is_open', '!found?.patient', 'an email tells of a report of a scan that is not open'],
  ]),
  ...mutantsOf(`${folder}/routes.ts`, released, [
    [
      '    await withdrawReportMail(db, { study_id: located.study_id, instance })\n',
      '',
      'an email tells of a report that was taken back',
    ],
  ]),
]
