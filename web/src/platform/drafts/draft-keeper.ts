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
import { send } from '../calls/api.ts'
import { hasNoResponse, isTemporary } from '../http/failure.ts'
import { serverNow } from '../http/server-clock.ts'
import { onSessionChange, sessionOwner } from '../session/session-store.ts'

const open = new Set<Keeper>()

export type Keeper = ReturnType<typeof openKeeper>

type Unsaved = { text: string; saved_at: string; owner: string; by: Keeper }
/** Drafts that have not reached the server yet, including those of forms that were left: offered to a user who comes back earlier. */
const unsaved = new Map<string, Unsaved>()
/** Texts that were sent or discarded, but are still on the server because their deletion got no response: not offered again. */
const undeleted = new Map<string, { text: string; owner: string }>()
// The next person in this tab must not find any of it.
onSessionChange(() => {
  const owner = sessionOwner()
  for (const drafts of [unsaved, undeleted])
    for (const [form, one] of drafts) if (one.owner !== owner) drafts.delete(form)
})

/** The draft on the server, unless it is to be deleted; what somebody typed elsewhere since then is not. */
const readDraft = async (form: string) => {
  const { draft } = await send(getDraft, { params: { form } })
  const left = undeleted.get(form)
  if (!left) return draft
  const isLeft = draft !== null && JSON.stringify(draft.values) === left.text
  if (isLeft) await send(deleteDraft, { params: { form } })
  if (undeleted.get(form) === left) undeleted.delete(form)
  return isLeft ? null : draft
}

/** A single lost request is repeated soon, before its tab is closed; a busy server is left alone for a while. */
const retryDelayOf = (error: unknown) => (hasNoResponse(error) ? draftSaveDelayMs : 15_000)

const retryDeletion = (form: string) => {
  // Without a connection it is tried again as soon as that is back.
  if (!undeleted.has(form) || !onlineManager.isOnline()) return
  readDraft(form).catch((error: unknown) => {
    if (isTemporary(error)) setTimeout(retryDeletion, retryDelayOf(error), form)
  })
}

onlineManager.subscribe((isOnline) => {
  if (!isOnline) return
  for (const { by } of unsaved.values()) void by.saveNow()
  for (const form of undeleted.keys()) retryDeletion(form)
})

/** How long typing may go on before what was typed is sent. */
const delayOf = (waitingSince: number) =>
  Math.min(draftSaveDelayMs, Math.max(0, waitingSince + draftSaveEveryMs - performance.now()))

/** Sends a text that is noted as unsaved. `retry` is called if that may help later, and no newer text or other form has taken its place. */
const sendUnsaved = (form: string, one: Unsaved, retry: (error: unknown) => void) => {
  const isLast = () => unsaved.get(form)?.by === one.by && unsaved.get(form)?.text === one.text
  const finish = () => {
    if (isLast()) unsaved.delete(form)
  }
  const body = { values: JSON.parse(one.text) as DraftValues }
  return send(saveDraft, { params: { form }, body }, { keepalive: true }).then(finish, (error: unknown) => {
    if (!isTemporary(error) || sessionOwner() !== one.owner) return finish()
    if (isLast()) retry(error)
  })
}

/** Deletes a text that was sent or discarded, as long as `isWanted`. */
const deleteSaved = async (form: string, one: { text: string; owner: string }, isWanted: () => boolean) => {
  if (!isWanted()) return
  await send(deleteDraft, { params: { form } }).catch((error: unknown) => {
    // In another tab, or after the session, it is offered until it expires within a day.
    if (!isTemporary(error) || !isWanted()) return
    undeleted.set(form, one)
    setTimeout(retryDeletion, retryDelayOf(error), form)
  })
}

/** Keeps one form's text on the server: after a pause in typing, now and then while typing continues, and before the session ends. */
export const openKeeper = (form: string, owner: string) => {
  const isOurs = () => sessionOwner() === owner
  let kept: string | null = null
  let waiting: string | null = null
  let waitingSince = 0
  let wasTyped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let saves = 0
  let running: Promise<unknown> = Promise.resolve()

  const wait = (ms: number) => {
    clearTimeout(timer)
    // On an uneven connection it could overtake the save before it, which would then replace it.
    timer = setTimeout(() => void running.then(keeper.saveNow), ms)
  }
  const retry = (text: string) => (error: unknown) => {
    if (waiting !== null) return
    waiting = text
    wait(retryDelayOf(error))
  }

  const keeper = {
    read: async () => {
      const left = unsaved.get(form)
      // If an earlier read got no response, it may be what was typed here since, which goes on being saved as it is.
      if (left && !wasTyped) {
        const { text, saved_at, by } = left
        running = by.handOver()
        // It may be on its way to the server: whoever discards or sends it at once still has it deleted there.
        kept = text
        unsaved.set(form, { ...left, by: keeper })
        waiting = text
        wait(0)
        return { values: JSON.parse(text) as DraftValues, saved_at }
      }
      const draft = await readDraft(form)
      if (draft) kept ??= JSON.stringify(draft.values)
      return draft
    },
    /** Another form offers what this one left: to save it again after it was sent or discarded there would bring it back. */
    handOver: () => {
      clearTimeout(timer)
      waiting = null
      return running
    },
    /** Whether anything was typed here, or resumed; an ignored offer does not count. */
    wasTyped: () => wasTyped,
    keep: (text: string) => {
      wasTyped = true
      if (text === (waiting ?? kept)) return
      if (waiting === null) waitingSince = performance.now()
      waiting = text
      wait(delayOf(waitingSince))
    },
    /** Sends pending text immediately; the token is read before this returns. */
    saveNow: () => {
      clearTimeout(timer)
      if (waiting === null || !isOurs()) return running
      const one: Unsaved = { text: waiting, saved_at: new Date(serverNow()).toISOString(), owner, by: keeper }
      unsaved.set(form, one)
      // It is sent when the connection is back.
      if (!onlineManager.isOnline()) return running
      undeleted.delete(form)
      waiting = null
      kept = one.text
      saves += 1
      running = Promise.all([running, sendUnsaved(form, one, retry(one.text))])
      return running
    },
    forget: () => {
      clearTimeout(timer)
      const text = kept
      const savesBefore = saves
      waiting = null
      kept = null
      unsaved.delete(form)
      const isWanted = () => isOurs() && saves === savesBefore
      // A save already under way must not arrive after this, nor this after the next save, which replaces what would be deleted.
      running = running.then(() => (text === null ? undefined : deleteSaved(form, { text, owner }, isWanted)))
      return running
    },
    close: () => {
      open.delete(keeper)
      void keeper.saveNow()
    },
  }
  open.add(keeper)
  return keeper
}

/** Also of forms that were left. */
beforeLeaving(async () => {
  const keepers = new Set([...open, ...[...unsaved.values()].map(({ by }) => by)])
  await Promise.all([...keepers].map((keeper) => keeper.saveNow()))
  return unsaved.size === 0
})

/** The user accepts that what they typed on this page may be lost. */
export const clearDrafts = () =>
  Promise.all([...open].filter((keeper) => keeper.wasTyped()).map((keeper) => keeper.forget()))

addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const keeper of open) void keeper.saveNow()
})
