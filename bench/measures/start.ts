import { address, type Program } from '../program.ts'
import type { Figure } from '../report.ts'

/** From the command to a page that answers, on data that is there already. */
export const measureStart = async (program: Program): Promise<Figure[]> => {
  const begun = await program.restart()
  const asked = performance.now()
  const { status } = await fetch(address)
  if (status !== 200) throw new Error(`The landing page answered ${status}`)
  return [
    {
      what: 'Warm start to a page that answers',
      value: (begun + performance.now() - asked) / 1000,
      unit: 's',
      atMost: 3,
    },
  ]
}
