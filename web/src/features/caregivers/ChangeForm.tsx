import {
  type CareArea,
  type Caregiver,
  CaregiverChange,
  changeMyCaregiver,
  listMyCaregivers,
  pick,
} from '@fornix/contract'
import { useForm } from '@mantine/form'
import { areaNames } from '../../clinic/records/care-areas.ts'
import { useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { dayInWords } from '../../ui/display/days.ts'
import { nameOf } from '../../ui/display/names.ts'
import { NewestPanel } from '../../ui/edit/NewestPanel.tsx'
import { useNewest } from '../../ui/edit/use-newest.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'
import { ShareFields } from './ShareFields.tsx'

type Props = { caregiver: Caregiver; onDone: () => void; onCancel: () => void }

/** What a caregiver may do from now on, and until when. */
export const ChangeForm = ({ caregiver, onDone, onCancel }: Props) => {
  const { caregiver_id, areas, until } = caregiver
  const changing = useSend(changeMyCaregiver, { refreshes: [listMyCaregivers] })
  const opened = { areas, until }
  const form = useForm<CaregiverChange>({ initialValues: opened, validate: schemaResolver(CaregiverChange) })
  const newest = useNewest({
    form,
    opened,
    send: (body, from) => changing.mutateAsync({ params: { caregiver_id }, body: { ...body, from } }),
    valuesOf: (current) => pick(current as CaregiverChange, ['areas', 'until']),
    onTaken: onCancel,
  })
  // In the server's order, whatever the order of selection.
  const send = (values: CaregiverChange) => newest.send(CaregiverChange.parse(values))
  const { again, fields, ...submission } = useSubmit(form, send, {
    onDone,
    handled: newest.handled,
    sentence: (error) => failureSentence(error, messages.notSaved),
  })
  return (
    <DialogForm
      submission={submission}
      label={messages.changeOf(nameOf(caregiver))}
      confirm={messages.save}
      onCancel={onCancel}
    >
      <ShareFields name={caregiver.first_name} field={(name) => fields.getInputProps(name)} />
      <NewestPanel
        newest={newest}
        labels={{ areas: messages.mayDo(caregiver.first_name), until: messages.fields.until }}
        shown={(name, value) => (name === 'until' ? dayInWords(String(value)) : areaNames(value as CareArea[]))}
        words={messages.otherWindow}
        again={again}
      />
    </DialogForm>
  )
}
