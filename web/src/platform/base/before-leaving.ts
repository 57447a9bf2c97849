/** Work that needs the session's token once more before it is gone: resolves to whether all that was typed is saved. */
type Work = () => Promise<boolean>
const works = new Set<Work>()

export const beforeLeaving = (work: Work) => {
  works.add(work)
  return () => void works.delete(work)
}

/** Starts all of it at once, under the current session. After `maxMs`, what has no response does not count as saved. */
export const finishWork = async (maxMs: number) => {
  const tooLong = new Promise<boolean>((resolve) => setTimeout(resolve, maxMs, false))
  const done = Promise.all([...works].map((work) => work())).then((saved) => saved.every(Boolean))
  return Promise.race([done, tooLong])
}

/** How the session is left without leaving its page first. What that loses depends on which drafts are saved: these outlive it. */
export type Ending = { kind: 'switch' | 'logout'; isSaved: boolean }
type Ask = (ending: Ending) => Promise<boolean>
const questions = new Set<Ask>()

/** `ask` asks the user whether unsaved changes may be lost. */
export const beforeEnding = (ask: Ask) => {
  questions.add(ask)
  return () => void questions.delete(ask)
}
const mayEnd = async (ending: Ending) => {
  for (const ask of questions) if (!(await ask(ending))) return false
  return true
}

/** Whether the user agrees to lose what was not saved; what can be saved without asking has been saved. */
export const mayLeave = async () => {
  // What is to be discarded need not be saved first.
  if (!(await mayEnd({ kind: 'switch', isSaved: true }))) return false
  return (await finishWork(maxLeavingMs)) || mayEnd({ kind: 'switch', isSaved: false })
}

/** How long the end of a session waits for the last drafts. */
export const maxLeavingMs = 10_000
/** Who presses Log Out and sees nothing happen walks away: earlier, it asks. */
const maxSilenceMs = 3000
/** Whether Log Out loses nothing, or the user accepts it. */
export const mayLogOut = async () => mayEnd({ kind: 'logout', isSaved: await finishWork(maxSilenceMs) })
