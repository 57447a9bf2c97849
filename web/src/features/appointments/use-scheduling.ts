import { getScheduling, type ResponseOf, Scheduling, saveScheduling } from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { refreshCall, send } from '../../platform/calls/api.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { failureSentence, isForReader, isStale } from '../../platform/http/failure.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './scheduling-messages.ts'

export type Saved = ResponseOf<typeof getScheduling>
/** With the version that was read with them, also in a draft: so what somebody saved meanwhile is not overwritten. */
type Values = Pick<Saved, 'time_zone' | 'hours' | 'closed_days' | 'version'>
type Outcome = { kind: 'saved'; outside: string[] } | { kind: 'stale' }

const valuesOf = ({ time_zone, hours, closed_days, version }: Saved): Values => ({
  time_zone,
  hours,
  closed_days,
  version,
})
const focusOn = (errors: object) =>
  // After the fields have got their error and its description.
  requestAnimationFrame(() => {
    if (Object.keys(errors).length > 0) document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus()
  })

/** The form of the opening hours. */
export const useScheduling = (saved: Saved) => {
  const [outcome, setOutcome] = useState<Outcome>()
  const form = useForm<Values>({
    initialValues: valuesOf(saved),
    validate: schemaResolver(Scheduling),
    onValuesChange: () => setOutcome((last) => (last?.kind === 'saved' ? undefined : last)),
  })
  const draft = useDraft('scheduling', form)
  const take = (fresh: Saved) => {
    form.setInitialValues(valuesOf(fresh))
    form.setValues(valuesOf(fresh))
    form.resetDirty(valuesOf(fresh))
  }
  const saveHours = async (values: Values) => {
    setOutcome(undefined)
    return send(saveScheduling, { body: values })
  }
  const { submit, problem, fields } = useSubmit(form, saveHours, {
    onDone: ({ outside, ...fresh }) => {
      draft.sent()
      take(fresh)
      setOutcome({ kind: 'saved', outside })
      void refreshCall(getScheduling)
    },
    sentence: (error) => failureSentence(error, messages.saveFailed, isForReader),
    handled: (error) => {
      if (isStale(error)) setOutcome({ kind: 'stale' })
      return isStale(error)
    },
    onFaults: (faults) => {
      // The fields must show their errors before the focus moves; React may render later.
      flushSync(() => form.setErrors(faults))
      focusOn(faults)
      return false
    },
  })
  return { form: fields, draft, submit, problem, outcome, take, clear: () => setOutcome(undefined) }
}
export type SchedulingForm = ReturnType<typeof useScheduling>['form']
