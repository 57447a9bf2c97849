import { type Caregiver, CaregiverChange, changeMyCaregiver, listMyCaregivers } from '@fornix/contract'
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSend } from '../../platform/calls/api.ts'
import { refusalOf } from '../../platform/http/failure.ts'
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { nameOf } from './CaregiverList.tsx'
import { messages } from './messages.ts'
import { ShareFields } from './ShareFields.tsx'

type Props = { caregiver: Caregiver; onDone: () => void; onCancel: () => void }

/** What somebody who helps may do from now on, and until when. */
export const ChangeForm = ({ caregiver, onDone, onCancel }: Props) => {
  const { caregiver_id, areas, until } = caregiver
  const changing = useSend(changeMyCaregiver, { refreshes: [listMyCaregivers] })
  const form = useForm<CaregiverChange>({ initialValues: { areas, until }, validate: schemaResolver(CaregiverChange) })
  const { submit, problem } = useSubmit(form, (body) => changing.mutateAsync({ params: { caregiver_id }, body }), {
    onDone,
    sentence: (error) => refusalOf(error)?.error ?? messages.notSaved,
  })
  return (
    <form onSubmit={submit} noValidate aria-label={messages.changeOf(nameOf(caregiver))}>
      <Stack>
        <ShareFields name={caregiver.first_name} field={(name) => form.getInputProps(name)} />
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <DialogButtons confirm={messages.save} onCancel={onCancel} busy={form.submitting} />
      </Stack>
    </form>
  )
}
