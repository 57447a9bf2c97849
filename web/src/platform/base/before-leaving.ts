/** Work that needs the session's token once more before it is gone, such as saving what was just typed. */
const works = new Set<() => Promise<unknown>>()

export const beforeLeaving = (work: () => Promise<unknown>) => {
  works.add(work)
  return () => void works.delete(work)
}

type Ask = () => Promise<boolean>
const questions = new Set<Ask>()

/** `ask` asks the user whether unsaved changes may be lost; for what ends the session without leaving the page first. */
export const beforeSwitching = (ask: Ask) => {
  questions.add(ask)
  return () => void questions.delete(ask)
}

/** Whether the user agrees to lose what was not saved; what can be saved without asking has been saved. */
export const mayLeave = async () => {
  for (const ask of questions) if (!(await ask())) return false
  await finishWork()
  return true
}

/** Starts all of it at once, under the current session; resolves when everything is done or has failed. */
export const finishWork = () => Promise.allSettled([...works].map((work) => work()))
