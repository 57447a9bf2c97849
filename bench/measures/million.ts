import { listPatients } from '@fornix/contract'
import { listOf } from '../../server/src/features/patients/list.ts'
import type { Program } from '../program.ts'
import { type Figure, percentile } from '../report.ts'

const each = 250_000
const slugs = ['measured-one', 'measured-two', 'measured-three', 'measured-four']
const rounds = 60

/** A million patients in four projects, and the list of one of them, asked of the database without HTTP. */
export const measureMillion = async (program: Program): Promise<Figure[]> => {
  for (const slug of slugs) {
    await program.fornix('project', 'create', '--slug', slug, '--name', slug, '--time-zone', 'UTC')
    await program.fornix('seed', '--patients', String(each), '--project', slug)
  }
  const [{ project_id } = { project_id: '' }] = await program.owner<{ project_id: string }>(
    'select project_id from projects where slug = $1',
    [slugs[0]],
  )
  const database = await program.connect()
  const median = async (query: object) => {
    const samples: number[] = []
    for (let n = 0; n < rounds; n++) {
      const begun = performance.now()
      await database.scoped({ project: project_id as never, patient: 'any' }, (db) =>
        listOf(db, listPatients.query.parse(query)),
      )
      if (n >= 5) samples.push(performance.now() - begun)
    }
    return percentile(samples, 0.5)
  }
  const figures: Figure[] = []
  const among = 'among 250,000 of 1,000,000'
  for (const [what, query, atMost] of [
    ['Selective search', { searchQuery: 'okafor rivera' }, 5],
    ['Worst search', { searchQuery: 'm' }, 50],
    ['Unfiltered page', {}, 10],
    ['Last page', { page: each / 10 }, 60],
  ] as const)
    figures.push({ what: `${what} ${among}, median`, value: await median(query), unit: 'ms', atMost })
  await database.close()
  return figures
}
