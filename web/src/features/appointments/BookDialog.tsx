import { bookAppointment, type FreeSlot, getDaySheet, getWeekSheet, siteDay } from '@fornix/contract'
import { Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { PatientFinder } from '../../clinic/records/PatientFinder.tsx'
import { refreshCalls, useSend } from '../../platform/calls/api.ts'
import { failureSentence, refusalOf } from '../../platform/http/failure.ts'
import { dayName, siteTime } from '../../platform/language/site-time.ts'
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { ErrorAlert, WarningAlert } from '../../ui/display/ErrorAlert.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './day-sheet-messages.ts'
import { messages as booking } from './messages.ts'
import type { Done } from './SheetNotice.tsx'

const texts = messages.book
const sheets = [getDaySheet, getWeekSheet]
/** Errors about the time, not the patient. */
const ofTime = ['slot_taken', 'own_overlap', 'past', 'closed', 'outside_hours']

type Props = {
  /** The day's free times, as last fetched. */
  slots: readonly FreeSlot[]
  slot: FreeSlot
  timeZone: string
  /** If there is more than one, the text says that one is assigned. */
  hasScanners: boolean
  /** Something was booked: the focus goes there, not back to the dialog's opener. */
  isDone: boolean
  onClose: () => void
  onDone: (done: Done) => void
}
type Values = { patient: { patient_id: string; name: string } | null; start: string }

const useBooking = ({ slot, timeZone, onClose, onDone }: Props) => {
  const sending = useSend(bookAppointment, { refreshes: sheets })
  const [warning, setWarning] = useState<{ patient: string; sentence: string }>()
  const form = useForm<Values>({
    initialValues: { patient: null, start: slot.start },
    validate: {
      patient: (patient) => (patient ? null : texts.patientMissing),
      start: (start) => (start ? null : texts.timeMissing),
    },
  })
  const send = async ({ patient, start }: Values) => {
    const key = patient?.patient_id ?? ''
    const body = { start, unless_upcoming: warning?.patient !== key }
    const { appointment } = await sending.mutateAsync({ params: { key }, body })
    const when = `${dayName(siteDay(start, timeZone))} ${booking.at(siteTime(start, timeZone))}`
    return { title: texts.done(patient?.name ?? '', when), text: booking.mailedPatient, visit: appointment.id }
  }
  const submitting = useSubmit(form, send, {
    onDone: (done) => {
      onClose()
      onDone(done)
    },
    sentence: (error) => failureSentence(error, texts.failed),
    handled: (error) => {
      const refusal = refusalOf(error)
      if (refusal?.code === 'has_visit') {
        setWarning({ patient: form.values.patient?.patient_id ?? '', sentence: refusal.error })
        return true
      }
      if (!refusal || !ofTime.includes(refusal.code)) return false
      form.setFieldError('start', refusal.error)
      form.getInputNode('start')?.focus()
      void refreshCalls(...sheets)
      return true
    },
  })
  const isWarned = warning !== undefined && warning.patient === form.values.patient?.patient_id
  return { ...submitting, form: submitting.fields, warning: isWarned ? warning.sentence : undefined }
}

const BookForm = (props: Props) => {
  const { slots, timeZone, hasScanners, onClose } = props
  const { form, submit, problem, isSending, warning } = useBooking(props)
  // A time that was taken meanwhile stays chosen, with what the server said of it.
  const offered = [...new Set([...slots.map(({ start }) => start), form.values.start])].toSorted()
  const free = slots.find(({ start }) => start === form.values.start)?.free
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <PatientFinder
          first
          label={texts.patient}
          path="patient"
          chosen={form.values.patient}
          readOnly={isSending}
          onChoose={(patient) => form.setFieldValue('patient', patient)}
          error={form.errors['patient']}
        />
        <Select
          label={texts.time}
          data={offered.map((start) => ({ value: start, label: siteTime(start, timeZone) }))}
          allowDeselect={false}
          {...form.getInputProps('start')}
        />
        <Text size="sm">{[texts.length, hasScanners && free && texts.scanner(free)].filter(Boolean).join(' ')}</Text>
        {warning && <WarningAlert>{warning}</WarningAlert>}
        <DialogButtons confirm={warning ? texts.anyway : texts.confirm} onCancel={onClose} busy={form.submitting} />
      </Stack>
    </form>
  )
}

/** Books one of a day's free times for any patient of the project. */
export const BookDialog = ({ slot, ...props }: Omit<Props, 'slot'> & { slot: FreeSlot | undefined }) => (
  <Modal
    opened={slot !== undefined}
    onClose={props.onClose}
    returnFocus={!props.isDone}
    title={slot && texts.title(dayName(siteDay(slot.start, props.timeZone)))}
  >
    {slot && <BookForm slot={slot} {...props} />}
  </Modal>
)
