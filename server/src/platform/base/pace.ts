import { setTimeout as pause } from 'node:timers/promises'

/** Delays a response whose timing would reveal what was found. `elapsedMs`: time since the request arrived. */
export type Pace = (elapsedMs: number) => Promise<void>

const stepMs = 100
const maxStepsMs = 2000
/** After 70 shorter responses, half of a long one is forgotten. */
const remembered = 0.99

/**
 * Responses leave on whole steps, and no sooner than the recent longest: quick work takes as long as work that is skipped, even when the
 * machine is so busy that the work needs several steps.
 */
export const openSteps = () => {
  let longest = 0
  return (elapsedMs: number) => {
    longest = Math.min(maxStepsMs, Math.max(elapsedMs, longest * remembered))
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
