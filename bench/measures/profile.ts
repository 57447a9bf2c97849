import { listen, profileDuring } from '../profiler.ts'
import type { Program } from '../program.ts'
import type { Figure } from '../report.ts'
import { requests } from '../requests.ts'

const path = '/operator/get_patient_info/ana.rivera@northside.example/'
const count = 4000

/** The ten functions that a call costs most, each by its own time and without what it calls. */
export const measureProfile = async (program: Program): Promise<Figure[]> => {
  const { port, settings } = await listen()
  await program.restart(settings)
  const tokens = await program.tokensOf('physician@northside.example', 60)
  await requests(path, tokens, count / 4)
  const dearest = await profileDuring(port, () => requests(path, tokens, count))
  await program.restart()
  return dearest.slice(0, 10).map(({ what, microseconds }) => ({
    what: what.slice(0, 62),
    value: microseconds / count,
    unit: 'µs',
  }))
}
