import { setTimeout as pause } from 'node:timers/promises'

/** Holds an answer back whose time would tell what was found. `elapsedMs`: since its request came. */
export type Pace = (elapsedMs: number) => Promise<void>

const stepMs = 100
const longestMs = 2000
/** After 70 shorter answers half of a long one is forgotten. */
const remembered = 0.99

/**
 * Answers leave at whole steps, and not before the longest of late: what is done in less takes as long as what is not done at all,
 * also while the machine is so busy that the work needs several steps.
 */
export const openSteps = () => {
  let longest = 0
  return (elapsedMs: number) => {
    longest = Math.min(longestMs, Math.max(elapsedMs, longest * remembered))
    const steps = Math.max(1, Math.ceil(Math.max(elapsedMs, longest) / stepMs))
    return steps * stepMs - elapsedMs
  }
}

export const openPace = (): Pace => {
  const untilNextStep = openSteps()
  return async (elapsedMs) => {
    await pause(untilNextStep(elapsedMs))
  }
}
