import { keysOf } from '@fornix/contract'
import fc from 'fast-check'
import { claimActs } from './claims.ts'
import { documentActs } from './documents.ts'
import { draftActs } from './drafts.ts'
import { leavingActs } from './leaving.ts'
import { messageActs } from './messages.ts'
import { movingActs } from './moving.ts'
import { screeningActs } from './screening.ts'
import { settingActs } from './settings.ts'
import { visitActs } from './visits.ts'
import type { Act } from './walk.ts'
import { weathers } from './weather.ts'

/** What somebody does in a portal. */
export const acts = {
  ...messageActs,
  ...visitActs,
  ...documentActs,
  ...claimActs,
  ...settingActs,
  ...screeningActs,
  ...draftActs,
  ...leavingActs,
  ...movingActs,
} satisfies Record<string, Act>

const names = keysOf(acts)
const round = fc.shuffledSubarray(names, { minLength: names.length })
const step = (name: (typeof names)[number]) =>
  fc.record({ name: fc.constant(name), weather: fc.constantFrom(...weathers), choice: fc.nat(999) })

/** In each round every act comes once, in an order of its own. The same seed makes the same steps. */
export const stepsOf = (seed: number, count: number) =>
  fc
    .sample(
      round.chain((order) => fc.tuple(...order.map(step))),
      { seed, numRuns: Math.ceil(count / names.length) },
    )
    .flat()
    .slice(0, count)
