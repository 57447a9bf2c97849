import { type DraftValues, keepable } from '@fornix/contract'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { keyFrom } from '../base/send-key.ts'
import { untilResponse } from '../calls/until-response.ts'
import { useSession } from '../session/session.tsx'
import { sessionOwner } from '../session/session-store.ts'
import { type Keeper, openKeeper } from './draft-keeper.ts'

/** What a form shows about its draft; see ui/form/DraftNote.tsx. */
export type Draft = {
  /** When the offered or resumed text was saved; null if there is none. */
  savedAt: string | null
  /** Restores the saved text; undefined once done. */
  resume: (() => void) | undefined
  /** Whether that would replace what was typed since it was offered. */
  replaces: boolean
  discard: () => void
  /** Reports that the form was sent, which may have been left meanwhile: what it sends next is another request. */
  sent: () => void
  /**
   * The key of a request with this content. Whoever resumes the draft, however much later, and sends the same has the same key: its
   * first response may have been lost.
   */
  sendKey: (...content: unknown[]) => Promise<string>
}

/** The name in a draft of what makes its keys differ from those of the next one with the same text. */
const seedName = 'sendSeed'

type Kept = {
  /** What to save, or null as long as nothing was typed. */
  values: DraftValues | null
  restore: (values: DraftValues) => void
  /** Puts the form back to its state before anything was typed. */
  reset: () => void
  /** Whether the saved text may be offered here. */
  fits?: (values: DraftValues) => boolean
}

/**
 * Keeps what was typed but not sent on the server, for the same person in this project, for 24 hours, and offers it when the
 * form is shown again. Null after text, as after Cancel or a reset, deletes it.
 */
export const usePersistedDraft = (form: string, { values, restore, reset, fits }: Kept): Draft => {
  useSession()
  const owner = sessionOwner()
  const [keeper, setKeeper] = useState<Keeper | null>(null)
  const [found, setFound] = useState<{ values: DraftValues; saved_at: string; isTaken: boolean } | null>(null)
  const typed = useRef(false)
  const stopped = useRef(false)
  const seed = useRef(crypto.randomUUID() as string)
  const latest = useRef({ values, fits })
  latest.current = { values, fits }

  useEffect(() => {
    if (!owner) return
    const opened = openKeeper(form, owner)
    const leaving = new AbortController()
    // Before the response, so that what is typed until then is kept, too.
    setKeeper(opened)
    untilResponse(opened.read, () => undefined, leaving.signal).then(
      (draft) => {
        if (leaving.signal.aborted || !draft || latest.current.fits?.(draft.values) === false) return
        // What is being typed here may have been saved already.
        const isOwn = latest.current.values !== null && draft.values[seedName] === seed.current
        if (!isOwn) setFound({ ...draft, isTaken: false })
      },
      () => undefined,
    )
    return () => {
      leaving.abort()
      typed.current = false
      stopped.current = false
      setKeeper(null)
      setFound(null)
      opened.close()
    }
  }, [form, owner])

  const text = values && JSON.stringify(keepable({ ...values, [seedName]: seed.current }))
  useEffect(() => {
    if (!keeper) return
    if (text !== null) {
      typed.current = true
      if (!stopped.current) keeper.keep(text)
      return
    }
    stopped.current = false
    if (!typed.current) return
    typed.current = false
    // What is still offered may be kept nowhere else: what was typed replaced it.
    setFound((now) => (now?.isTaken ? null : now))
    void keeper.forget()
  }, [keeper, text])

  const forget = () => {
    stopped.current = values !== null
    seed.current = crypto.randomUUID()
    setFound(null)
    void keeper?.forget()
  }
  const isOffered = found?.isTaken === false
  return {
    savedAt: found?.saved_at ?? null,
    resume: isOffered
      ? () => {
          seed.current = String(found.values[seedName] ?? seed.current)
          restore(found.values)
          setFound({ ...found, isTaken: true })
        }
      : undefined,
    replaces: isOffered && values !== null,
    sent: forget,
    sendKey: (...content) => keyFrom(seed.current, ...content),
    discard: () => {
      // Text typed while the offer is shown stays, and replaces the saved one.
      if (isOffered && values !== null) return setFound(null)
      forget()
      reset()
    },
  }
}

type Form<V> = Pick<UseFormReturnType<V>, 'values' | 'isDirty' | 'setValues' | 'reset'>

/** `usePersistedDraft` for a form that holds its own values; a saved value of a different type is left out. */
export const useDraft = <V extends DraftValues>(name: string, form: Form<V>): Draft =>
  usePersistedDraft(name, {
    values: form.isDirty() ? form.values : null,
    reset: form.reset,
    restore: (kept) => form.setValues({ ...form.values, ...fitting(form.values, kept) }),
  })

/** A newer version of the app may have different fields than the one that saved the text. */
const fitting = <V extends DraftValues>(form: V, kept: DraftValues) =>
  Object.fromEntries(
    Object.entries(kept).filter(
      ([name, value]) => name in form && (form[name] === null || typeof form[name] === typeof value),
    ),
  ) as Partial<V>
