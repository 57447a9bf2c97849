import { type Caregiver, NewCaregiver } from '@fornix/contract'
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { failureSentence, hasNoResponse } from '../../platform/http/failure.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'
import { ShareFields, type ShareWords } from './ShareFields.tsx'

const empty = { first_name: '', last_name: '', email: '', relationship: '', areas: [], until: '' }

const bySchema = schemaResolver(NewCaregiver)

type Props = {
  label: string
  lead: string
  /** In the words of staff, who refer to somebody else. */
  staff?: ShareWords & { relationship: string }
  /** A person invited earlier, who gets a fresh link. */
  existing?: Caregiver | undefined
  send: (body: NewCaregiver) => Promise<unknown>
  onDone: (name: string) => void
  onCancel: () => void
}

/** Invites somebody to act for a patient. Typed text stays until the invitation is on its way. */
export const InviteForm = ({ label, lead, staff, existing, send, onDone, onCancel }: Props) => {
  const form = useForm<NewCaregiver>({
    initialValues: existing ? NewCaregiver.parse(existing) : empty,
    validate: (values) => ({
      ...bySchema(values),
      ...(!values.email.trim() && { email: messages.noEmail }),
    }),
    validateInputOnBlur: true,
  })
  const { fields, ...submission } = useSubmit(form, send, {
    onDone: () => onDone(nameOf(form.values)),
    sentence: (error) => (hasNoResponse(error) ? messages.noResponse : failureSentence(error, messages.notSaved)),
  })
  const field = (name: keyof typeof messages.fields) => ({
    label: messages.fields[name],
    ...fields.getInputProps(name),
  })
  return (
    <DialogForm submission={submission} label={label} confirm={messages.send} onCancel={onCancel}>
      <Text c="dimmed">{lead}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('first_name')} data-autofocus autoComplete="off" />
        <TextInput {...field('last_name')} autoComplete="off" />
      </SimpleGrid>
      <EmailField {...field('email')} autoComplete="off" />
      <TextInput
        {...field('relationship')}
        {...(staff && { label: staff.relationship })}
        description={messages.relationshipHint}
        autoComplete="off"
      />
      <ShareFields name={form.values.first_name.trim()} words={staff} field={(name) => fields.getInputProps(name)} />
    </DialogForm>
  )
}
