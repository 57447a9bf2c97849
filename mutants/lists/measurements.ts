import { mutantsOf } from '../mutant.ts'

const folder = 'server/src/features/imaging/measurements'
const reports = [`${folder}/reports.test.ts`]
const kept = [`${folder}/measurements.test.ts`]

/** What staff measure stays with staff, and with whom it is of. */
export const measurements = [
  ...mutantsOf('server/src/clinic/imaging/archive/without-series.ts', reports, [
    ['if (isHidden(chain)) return null\n', '', 'a patient gets the file of a report'],
    ['return chain.series === undefined\n', 'return false\n', 'a patient gets it with all files of the study'],
    [
      'seriesOf: async (...args) => left(await archive.seriesOf(...args))',
      'seriesOf: archive.seriesOf',
      'its series is listed',
    ],
    [
      'instancesOf: async (...args) => left(await archive.instancesOf(...args))',
      'instancesOf: archive.instancesOf',
      'it is listed among the instances',
    ],
    [
      'const all = left((await archive.metadata(...args)) ?? [])',
      'const all = (await archive.metadata(...args)) ?? []',
      'its tags are read',
    ],
  ]),
  ...mutantsOf('server/src/features/imaging/unchanged.ts', reports, [
    [
      "scope.patient === 'any' ? whole : withoutSeries(whole, staff_series)",
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
]
