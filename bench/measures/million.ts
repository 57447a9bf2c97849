import { loadavg } from 'node:os'
import { listPatients, patientSorts } from '@fornix/contract'
import { addPatient, nameKeys, reindexPatient } from '../../server/src/clinic/records/patient-record.ts'
import { listOf } from '../../server/src/features/patients/list.ts'
import type { Database } from '../../server/src/platform/database/db.ts'
import type { ProjectId } from '../../server/src/platform/database/scope.ts'
import type { Program } from '../program.ts'
import { type Figure, percentile } from '../report.ts'

const slugs = ['measured-one', 'measured-two', 'measured-three', 'measured-four']
const each = Number(process.env.BENCH_MILLION ?? 1_000_000) / slugs.length
const rounds = 12

const letters = [...'abcdefghijklmnoprstuvwyz0123456789']
const beginnings = [
  'ma',
  'jo',
  'an',
  'sm',
  'mrn',
  'p7',
  'ga',
  'sa',
  '617',
  '6175',
  '617555',
  '0142',
  '198',
  '1986',
  'mrn-1',
  'mrn-12',
]
const combined = [
  'm a',
  's m',
  'p m',
  'm s a',
  'a e i',
  '617 a',
  '617 m',
  '1986 m',
  'mrn-1 a',
  'p mrn 617',
  'ma ga',
  'm okafor',
  '1 6',
  'j s',
]
const names = [
  'okafor rivera',
  'smith j',
  'a rivera',
  'maria g',
  '0142 smith',
  '4/17/1986',
  'm 4/17/1986',
  'garcia',
  'smith',
  'john',
]
const searches = [...letters, ...beginnings, ...combined, ...names]

/** What lies together in one of the orders, and what lies everywhere. */
const clustered = ['m a', 'mrn', 'john', 'j', 'mrn-1']

/** A filter narrows the set of a broad search to what few or many of it have. */
const filters = [
  { status: 'Accepted' },
  { status: 'Withdrawn' },
  { patient_type: 'Volunteer' },
  { status: 'Scanned', patient_type: 'Patient' },
]

type Timed = { what: string; median: number }
const medianOf = (timed: Timed[]) =>
  percentile(
    timed.map(({ median }) => median),
    0.5,
  )
const worstOf = (timed: Timed[]) => timed.reduce((worst, one) => (one.median > worst.median ? one : worst))

/** The median of each of these lists, asked of the database without HTTP. */
const timesOf = async (database: Database, project: ProjectId, queries: [string, object][]) => {
  const timed: Timed[] = []
  for (const [what, query] of queries) {
    const samples: number[] = []
    for (let n = 0; n < rounds + 2; n++) {
      const begun = performance.now()
      await database.scoped({ project, patient: 'any' }, (db) => listOf(db, listPatients.query.parse(query)))
      if (n >= 2) samples.push(performance.now() - begun)
    }
    timed.push({ what, median: percentile(samples, 0.5) })
  }
  return timed
}

/** Every beginning that thousands have, of those that somebody would type. */
const beginningsOf = async (program: Program, project: ProjectId) => {
  const rows = await program.owner<{ beginning: string }>(
    `select beginning from patient_word_totals where project_id = $1 and broad and beginning ~ '^[a-z0-9]' order by 1`,
    [project],
  )
  return rows.map(({ beginning }) => beginning)
}

/** A new patient, and one whose name changes. */
const saves = async (database: Database, project: ProjectId) => {
  const samples: number[] = []
  for (let n = 0; n < 100; n++) {
    const begun = performance.now()
    await database.scoped({ project, patient: 'any' }, async (db) => {
      const person = {
        first_name: 'Maria',
        last_name: 'Garcia',
        email: `saved.${n}@saved.example`,
        mobile_number: '6175550142',
      }
      const { patient_id } = await addPatient(db, {
        ...person,
        project_id: project,
        status: 'Accepted',
        dob: '1986-04-17',
      })
      const names = { first_name: 'Monica', last_name: 'Gonzalez' }
      await db
        .updateTable('patients')
        .set({ ...names, ...nameKeys(names) })
        .where('patient_id', '=', patient_id)
        .execute()
      await reindexPatient(db, patient_id)
    })
    samples.push(performance.now() - begun)
  }
  return percentile(samples, 0.5)
}

/** A million patients in four projects, and the list of one of them. */
export const measureMillion = async (program: Program): Promise<Figure[]> => {
  const started = performance.now()
  for (const slug of slugs) {
    await program.fornix('project', 'create', '--slug', slug, '--name', slug, '--time-zone', 'UTC')
    await program.fornix('seed', '--patients', String(each), '--project', slug)
    console.log(`  ${slug}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
  const rate = (each * slugs.length * 1000) / (performance.now() - started)
  const [{ project_id } = { project_id: '' }] = await program.owner<{ project_id: string }>(
    'select project_id from projects where slug = $1',
    [slugs[0]],
  )
  const project = project_id as ProjectId
  const database = await program.connect()
  const searched = await timesOf(
    database,
    project,
    searches.map((searchQuery) => [searchQuery, { searchQuery }]),
  )
  const begun = await beginningsOf(program, project)
  const everyBeginning = await timesOf(
    database,
    project,
    begun.map((searchQuery) => [searchQuery, { searchQuery }]),
  )
  const orders = (['asc', 'desc'] as const).flatMap((order) => patientSorts.map((sort) => ({ sort, order })))
  const sorted = await timesOf(
    database,
    project,
    orders.flatMap((by) =>
      clustered.map((searchQuery): [string, object] => [
        `“${searchQuery}” by ${by.sort} ${by.order}`,
        { ...by, searchQuery },
      ]),
    ),
  )
  const filtered = await timesOf(
    database,
    project,
    clustered.flatMap((searchQuery) =>
      filters.map((filter): [string, object] => [
        `“${searchQuery}” with ${Object.values(filter).join(' and ')}`,
        { ...filter, searchQuery },
      ]),
    ),
  )
  const pages = await timesOf(database, project, [
    ['page 1', {}],
    ['the last page', { page: each / 10 }],
    ['the middle page', { page: each / 20 }],
    ...orders.map((by): [string, object] => [`page 1 by ${by.sort} ${by.order}`, by]),
  ])
  const saved = await saves(database, project)
  await database.close()
  const medians = searched.map(({ median }) => median)
  const [worst, worstBegun, worstSorted] = [worstOf(searched), worstOf(everyBeginning), worstOf(sorted)]
  const worstFiltered = worstOf(filtered)
  console.log(`  load ${loadavg().map((load) => load.toFixed(1))}`)
  const figure = (what: string, value: number, atMost?: number): Figure => ({
    what,
    value,
    unit: 'ms',
    ...(atMost ? { atMost } : {}),
  })
  return [
    { what: `Patients seeded, ${each * slugs.length} in four projects`, value: rate, unit: '/s', atLeast: 5000 },
    figure(`Page and total of ${searches.length} searches, median`, percentile(medians, 0.5), 10),
    figure('The same, p95', percentile(medians, 0.95)),
    figure(`The worst of them, “${worst.what}”`, worst.median, 50),
    figure(`All ${begun.length} beginnings that thousands have, median`, medianOf(everyBeginning), 10),
    figure(`The worst of them, “${worstBegun.what}”`, worstBegun.median, 50),
    figure(`The worst order, ${worstSorted.what}`, worstSorted.median, 50),
    figure(`${filtered.length} broad searches with filters, median`, medianOf(filtered), 10),
    figure(`The worst of them, ${worstFiltered.what}`, worstFiltered.median, 50),
    ...pages
      .slice(0, 3)
      .map(({ what, median }) => figure(`All patients, ${what}`, median, what === 'page 1' ? 10 : 50)),
    figure(`All patients, ${worstOf(pages.slice(3)).what} (the worst order)`, worstOf(pages.slice(3)).median, 50),
    figure('A patient added and renamed', saved),
  ]
}
