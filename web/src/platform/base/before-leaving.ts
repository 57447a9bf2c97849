/** Work that needs the session's token once more before it is gone, such as saving what was just typed. */
const works = new Set<() => Promise<unknown>>()

export const beforeLeaving = (work: () => Promise<unknown>) => {
  works.add(work)
  return () => void works.delete(work)
}

/** Starts all of it at once, under the current session; resolves when everything is done or has failed. */
export const finishWork = () => Promise.allSettled([...works].map((work) => work()))
