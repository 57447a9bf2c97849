import { setTimeout as pause } from 'node:timers/promises'

/** Holds an answer back whose time would tell what was found. `elapsedMs`: since its request came. */
export type Pace = (elapsedMs: number) => Promise<void>

const stepMs = 100

export const untilNextStep = (elapsedMs: number) => stepMs - (elapsedMs % stepMs)

/** Answers leave at whole steps: what is done in less takes as long as what is not done at all. */
export const pace: Pace = async (elapsedMs) => {
  await pause(untilNextStep(elapsedMs))
}
