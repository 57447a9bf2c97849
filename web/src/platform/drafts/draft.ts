import { type DraftValues, keepable } from '@fornix/contract'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { sessionOwner } from '../session/session-store.ts'
import { type Keeper, openKeeper } from './draft-keeper.ts'

/** What a form shows of its draft; see ui/DraftNote.tsx. */
export type Draft = {
  /** When the text that came back was kept; null when none did. */
  restored: string | null
  discard: () => void
  /** Says that the form was sent; needed where it closes without being reset. */
  sent: () => void
}

type Kept = {
  /** What is to be kept, or null as long as nothing was typed. */
  values: DraftValues | null
  restore: (values: DraftValues) => void
  /** Puts the form back to where nothing was typed. */
  reset: () => void
}

/**
 * Keeps what was typed and not sent on the server, for the same person in this project, for 24 hours, and brings it back when
 * the form is shown again. Null after text, as after Cancel or a reset, forgets it.
 */
export const useKept = (form: string, { values, restore, reset }: Kept): Draft => {
  useSession()
  const owner = sessionOwner()
  const [keeper, setKeeper] = useState<Keeper | null>(null)
  const [restored, setRestored] = useState<string | null>(null)
  const typed = useRef(false)
  const stopped = useRef(false)
  const latest = useRef({ values, restore })
  latest.current = { values, restore }

  useEffect(() => {
    if (!owner) return
    const opened = openKeeper(form, owner)
    let isShown = true
    const begin = () => isShown && setKeeper(opened)
    opened.read().then((draft) => {
      // What is being typed already is newer.
      if (draft && isShown && latest.current.values === null) {
        latest.current.restore(draft.values)
        setRestored(draft.saved_at)
      }
      begin()
    }, begin)
    return () => {
      isShown = false
      typed.current = false
      stopped.current = false
      setKeeper(null)
      setRestored(null)
      opened.close()
    }
  }, [form, owner])

  const text = values && JSON.stringify(keepable(values))
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
    setRestored(null)
    void keeper.forget()
  }, [keeper, text])

  const forget = () => {
    stopped.current = true
    setRestored(null)
    void keeper?.forget()
  }
  return {
    restored,
    sent: forget,
    discard: () => {
      forget()
      reset()
    },
  }
}

type Form<V> = Pick<UseFormReturnType<V>, 'values' | 'isDirty' | 'setValues' | 'reset'>

/** `useKept` for a form that holds its values itself; a kept value of another kind than the form's is left out. */
export const useDraft = <V extends DraftValues>(name: string, form: Form<V>): Draft =>
  useKept(name, {
    values: form.isDirty() ? form.values : null,
    reset: form.reset,
    restore: (kept) => form.setValues({ ...form.values, ...fitting(form.values, kept) }),
  })

/** A newer version of the app may have other fields than the one that kept the text. */
const fitting = <V extends DraftValues>(form: V, kept: DraftValues) =>
  Object.fromEntries(
    Object.entries(kept).filter(
      ([name, value]) => name in form && (form[name] === null || typeof form[name] === typeof value),
    ),
  ) as Partial<V>
