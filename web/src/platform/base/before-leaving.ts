/** Work that wants the session's token once more before it is gone, such as keeping what was just typed. */
const works = new Set<() => Promise<unknown>>()

export const beforeLeaving = (work: () => Promise<unknown>) => {
  works.add(work)
  return () => void works.delete(work)
}

/** Starts all of it at once, with the session as it is now; resolves when it is done or has failed. */
export const finishWork = () => Promise.allSettled([...works].map((work) => work()))
