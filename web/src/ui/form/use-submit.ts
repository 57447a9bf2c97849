import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { untilOnline } from '../../platform/calls/waiting.ts'
import { fieldsOf } from '../../platform/http/failure.ts'

type Form<V> = UseFormReturnType<V>

/** Moves the focus to the first field, as the form names them, that has an error. */
export const focusFirst = <V extends object>(form: Pick<Form<V>, 'getInputNode' | 'values'>, errors: object) => {
  const first = Object.keys(form.values).find((name) => name in errors) ?? Object.keys(errors)[0]
  if (first) form.getInputNode(first)?.focus()
}

type Options<R, S> = {
  onDone: (reply: R) => unknown
  /** What is said of a failure that is no field's fault. */
  sentence: (error: unknown) => S
  /** The field that gets the focus when no field is at fault. */
  focus?: string
  /** For a failure that the form answers in another way: true when it did. */
  answered?: (error: unknown) => boolean
}

/** Ends when the form is left: what still waits then is not sent. */
const useSignal = () => {
  const controller = useRef(new AbortController())
  useEffect(() => {
    if (controller.current.signal.aborted) controller.current = new AbortController()
    return () => controller.current.abort()
  }, [])
  return controller
}

/** Sends a form, without network as soon as it is back. Whatever comes of it, nothing typed is lost: faults stand at their fields, anything else is a sentence. */
export const useSubmit = <V extends object, R, S = string>(
  form: Form<V>,
  send: (values: V) => Promise<R>,
  { onDone, sentence, focus, answered }: Options<R, S>,
) => {
  const [problem, setProblem] = useState<S>()
  const controller = useSignal()
  const fail = (error: unknown) => {
    if (answered?.(error)) return
    const fields = fieldsOf(error)
    if (fields) {
      form.setErrors(fields)
      return focusFirst(form, fields)
    }
    setProblem(sentence(error))
    if (focus) form.getInputNode(focus)?.focus()
  }
  const attempt = async (values: V) => {
    setProblem(undefined)
    try {
      await untilOnline(controller.current.signal)
      await onDone(await send(values))
    } catch (error) {
      fail(error)
    }
  }
  return {
    submit: form.onSubmit(attempt, (errors) => focusFirst(form, errors)),
    /** Sends what is typed now, as it is. */
    again: () => attempt(form.values),
    problem,
    dismiss: () => setProblem(undefined),
    jump: (name: string) => void form.getInputNode(name)?.focus(),
  }
}
