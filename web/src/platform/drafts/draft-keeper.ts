import {
  type DraftValues,
  deleteDraft,
  draftSaveDelayMs,
  draftSaveEveryMs,
  getDraft,
  saveDraft,
} from '@fornix/contract'
import { onlineManager } from '@tanstack/react-query'
import { beforeLeaving } from '../base/before-leaving.ts'
import { ApiFailure, send } from '../calls/api.ts'
import { onSessionChange, sessionOwner } from '../session/session-store.ts'

const retryMs = 15_000
const open = new Set<Keeper>()

export type Keeper = ReturnType<typeof openKeeper>

type Unsaved = { text: string; saved_at: string; owner: string; by: Keeper }
/** What has not reached the server yet, of forms that were left, too: whoever comes back before it has is offered this. */
const unsaved = new Map<string, Unsaved>()
// The next person in this tab finds nothing of it.
onSessionChange(() => {
  const owner = sessionOwner()
  for (const [form, one] of unsaved) if (one.owner !== owner) unsaved.delete(form)
})
onlineManager.subscribe((isOnline) => {
  if (isOnline) for (const { by } of unsaved.values()) void by.saveNow()
})

/** Keeps one form's text on the server: after a pause in typing, now and then while it goes on, and before the session ends. */
export const openKeeper = (form: string, owner: string) => {
  const params = { form }
  const isOurs = () => sessionOwner() === owner
  let kept: string | null = null
  let waiting: string | null = null
  let waitingSince = 0
  let wasTyped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<unknown> = Promise.resolve()

  const wait = (ms: number) => {
    clearTimeout(timer)
    // Over an uneven link it could overtake the one before, which would then take its place.
    timer = setTimeout(() => void running.then(keeper.saveNow), ms)
  }
  const isLast = (text: string) => unsaved.get(form)?.by === keeper && unsaved.get(form)?.text === text
  const settled = (text: string) => () => {
    if (isLast(text)) unsaved.delete(form)
  }
  const failed = (text: string) => (error: unknown) => {
    const mayHelpLater =
      error instanceof ApiFailure && (error.status === 0 || error.status === 429 || error.status >= 500)
    if (!mayHelpLater || !isOurs()) return settled(text)()
    if (waiting !== null || !isLast(text)) return
    waiting = text
    wait(retryMs)
  }

  const keeper = {
    read: async () => {
      const left = unsaved.get(form)
      if (left) {
        const { text, saved_at } = left
        unsaved.set(form, { ...left, by: keeper })
        waiting = text
        wait(0)
        return { values: JSON.parse(text) as DraftValues, saved_at }
      }
      const { draft } = await send(getDraft, { params })
      if (draft) kept = JSON.stringify(draft.values)
      return draft
    },
    /** Whether anything was typed here, or taken up: an offer that nobody looked at is not. */
    wasTyped: () => wasTyped,
    keep: (text: string) => {
      wasTyped = true
      if (text === (waiting ?? kept)) return
      if (waiting === null) waitingSince = Date.now()
      waiting = text
      wait(Math.min(draftSaveDelayMs, Math.max(0, waitingSince + draftSaveEveryMs - Date.now())))
    },
    /** Sends at once what waits; the token is read before this returns. */
    saveNow: () => {
      clearTimeout(timer)
      if (waiting === null || !isOurs()) return running
      const text = waiting
      unsaved.set(form, { text, saved_at: new Date().toISOString(), owner, by: keeper })
      // It is sent when the connection is back.
      if (!onlineManager.isOnline()) return running
      waiting = null
      kept = text
      const body = { values: JSON.parse(text) }
      const saving = send(saveDraft, { params, body }, { keepalive: true }).then(settled(text), failed(text))
      running = Promise.all([running, saving])
      return running
    },
    forget: async () => {
      clearTimeout(timer)
      const isKept = kept !== null
      waiting = null
      kept = null
      unsaved.delete(form)
      // A save on its way must not arrive after this.
      await running
      // What cannot be deleted now is gone within a day.
      if (isKept && isOurs()) await send(deleteDraft, { params }).catch(() => undefined)
    },
    close: () => {
      stopWaiting()
      open.delete(keeper)
      void keeper.saveNow()
    },
  }
  const stopWaiting = beforeLeaving(() => keeper.saveNow())
  open.add(keeper)
  return keeper
}

/** When somebody says that what they typed on this page may be lost. */
export const forgetDrafts = () =>
  Promise.all([...open].filter((keeper) => keeper.wasTyped()).map((keeper) => keeper.forget()))

addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const keeper of open) void keeper.saveNow()
})
