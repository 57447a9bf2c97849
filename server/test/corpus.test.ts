import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contradictedByDcmtk } from './corpus/refusals.ts'
import { type Outcome, roundTrip } from './corpus/round-trip.ts'
import { type CorpusCase, type Family, families } from './corpus/sources.ts'
import { testApp } from './harness.ts'

/** `npm run drill -- corpus` tries all of them; here are so many of each family, always the same. */
const isWhole = process.env.CORPUS === 'whole'
const few = 8
const reportTo = process.env.CORPUS_REPORT

const { app, given } = await testApp()
const some = (cases: CorpusCase[]) => {
  const step = Math.max(1, Math.ceil(cases.length / few))
  return isWhole ? cases : cases.filter((_, at) => at % step === 0)
}
/** In a project of its own: many samples have the UIDs of others. */
const tried = async ({ bytes }: CorpusCase): Promise<Outcome> => {
  const { token } = await given.staff('Nurse')
  const outcome = await roundTrip(app, token, bytes())
  const contradiction = outcome.stored ? undefined : contradictedByDcmtk(bytes(), outcome.reason)
  return contradiction === undefined ? outcome : { ...outcome, problems: [...outcome.problems, contradiction] }
}

type Tried = Outcome & { family: string; name: string }
const all: Tried[] = []

describe.each(families(isWhole))('$name', ({ name: family, needs, cases }: Family) => {
  test.skipIf(cases.length === 0)(
    `what is sent comes back, is listed and shown, or says why not (needs ${needs || 'nothing'})`,
    async () => {
      for (const one of some(cases)) all.push({ family, name: one.name, ...(await tried(one)) })
      const problems = all.filter((one) => one.family === family && one.problems.length > 0)
      expect(problems.map(({ name, problems }) => `${name}: ${problems.join(', ')}`)).toEqual([])
      if (reportTo) writeFileSync(reportTo, JSON.stringify(all))
    },
    isWhole ? 300_000 : 30_000,
  )
})
