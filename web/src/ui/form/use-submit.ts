import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { type FormEvent, useRef, useState } from 'react'
import { StoppedWaiting, useOnlineWait } from '../../platform/calls/waiting.ts'
import { fieldsOf, isProofCanceled } from '../../platform/http/failure.ts'
import { useAfterSending, useKeepOpen } from '../dialog/dialog-state.ts'
import { fieldSelector } from '../dialog/field-selector.ts'
import { readOnlyForm } from './read-only-form.ts'

type Form<V> = UseFormReturnType<V>
type Send<V, R> = (values: V) => Promise<R>

/** Of a group of choices the chosen one, else the first: the group itself takes no focus. */
const controlOf = (field: HTMLElement | null) =>
  !field || field.matches(fieldSelector)
    ? field
    : (field.querySelector<HTMLElement>(':checked') ?? field.querySelector<HTMLElement>(fieldSelector))

/** Moves the focus to the first field, as the form names them, that has an error. */
export const focusFirst = <V extends object>(form: Pick<Form<V>, 'getInputNode' | 'values'>, errors: object) => {
  const first = Object.keys(form.values).find((name) => name in errors) ?? Object.keys(errors)[0]
  const field = first && controlOf(form.getInputNode(first))
  if (!field) return
  field.focus()
  // It may have had the focus already, and be scrolled away.
  field.scrollIntoView({ block: 'nearest' })
}

type Options<R, S> = {
  /** What is sent without being a field, such as the key of a file: if it changes while the form waits for the network, nothing is sent. */
  sentAlong?: () => unknown
  onDone: (response: R) => unknown
  /** What is said of a failure that is no field's fault. */
  sentence: (error: unknown) => S
  /** The field that gets the focus when no field is at fault. */
  focus?: string
  /** For a failure that the form handles in another way: true if it did. */
  handled?: (error: unknown) => boolean
  /** Leads to the faults, where that takes more than the focus: false when none of them can be shown. */
  onFaults?: (faults: FormErrors) => boolean
}

/**
 * Sends a form once, without network as soon as it is back, and only as it was when it was sent off. Whatever comes of it, nothing typed
 * is lost: faults stand at their fields, anything else is a sentence.
 */
export const useSubmit = <V extends object, R, S = string>(form: Form<V>, send: Send<V, R>, options: Options<R, S>) => {
  const [failure, setFailure] = useState<S>()
  const [stopped, setStopped] = useState<string>()
  const { waitOnline, isWaiting } = useOnlineWait()
  const isRunning = useRef(false)
  useKeepOpen(form.submitting)
  const afterSending = useAfterSending()
  const isSending = form.submitting && !isWaiting
  const showFaults = (faults: FormErrors) => {
    if (options.onFaults) return options.onFaults(faults)
    focusFirst(form, faults)
    return true
  }
  const fail = (error: unknown) => {
    if (isProofCanceled(error)) return
    const { sentence, focus, handled } = options
    if (error instanceof StoppedWaiting) setStopped(error.message)
    else {
      if (handled?.(error)) return
      const fields = fieldsOf(error)
      if (fields) {
        form.setErrors(fields)
        if (showFaults(fields)) return
      }
      setFailure(sentence(error))
    }
    if (focus) form.getInputNode(focus)?.focus()
  }
  const dismiss = () => {
    setFailure(undefined)
    setStopped(undefined)
  }
  const attempt = async () => {
    dismiss()
    const values = form.getValues()
    try {
      await waitOnline(() => [form.getValues(), options.sentAlong?.()])
      const response = await send(values)
      await afterSending(() => options.onDone(response))
    } catch (error) {
      fail(error)
    }
  }
  /** One attempt at a time: a second press adds nothing to what waits already. */
  const run = async () => {
    isRunning.current = true
    form.setSubmitting(true)
    try {
      await attempt()
    } finally {
      isRunning.current = false
      form.setSubmitting(false)
    }
  }
  return {
    submit: (event?: FormEvent<HTMLFormElement>) => {
      event?.preventDefault()
      if (!isRunning.current) form.onSubmit(run, showFaults)(event)
    },
    /** Sends what is typed now, as it is. */
    again: async () => {
      if (!isRunning.current) await run()
    },
    /** For what is no field of the form, and must not change either while it is on its way. What only waits can be changed. */
    isSending,
    /** The form that its fields are drawn from: read-only while it is on its way. */
    fields: isSending ? readOnlyForm(form) : form,
    /** For forms that tell a failure in a dialog: nothing failed when the person stopped waiting, which is said beside the form. */
    failure,
    stopped,
    problem: failure ?? stopped,
    busy: form.submitting,
    dismiss,
    jump: (name: string) => controlOf(form.getInputNode(name))?.focus(),
  }
}
