import { type Caregiver, NewCaregiver } from '@fornix/contract'
import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { refusalOf } from '../../platform/http/failure.ts'
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'
import { ShareFields } from './ShareFields.tsx'

const empty = { first_name: '', last_name: '', email: '', relationship: '', areas: [], until: '' }

type Props = {
  label: string
  lead: string
  relationship?: string
  /** Who was invited before, to be sent a fresh link. */
  known?: Caregiver | undefined
  send: (body: NewCaregiver) => Promise<unknown>
  onDone: (name: string) => void
  onCancel: () => void
}

/** Asks somebody to act for a patient. What was typed stays until the invitation is on its way. */
export const InviteForm = ({ label, lead, relationship, known, send, onDone, onCancel }: Props) => {
  const form = useForm<NewCaregiver>({
    initialValues: known ? NewCaregiver.parse(known) : empty,
    validate: schemaResolver(NewCaregiver),
    validateInputOnBlur: true,
  })
  const { submit, problem } = useSubmit(form, send, {
    onDone: () => onDone(`${form.values.first_name} ${form.values.last_name}`),
    sentence: (error) => refusalOf(error)?.error ?? messages.notSaved,
  })
  const field = (name: keyof NewCaregiver) => ({ label: messages.fields[name], ...form.getInputProps(name) })
  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <Stack>
        <Text c="dimmed">{lead}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput {...field('first_name')} data-autofocus autoComplete="off" />
          <TextInput {...field('last_name')} autoComplete="off" />
        </SimpleGrid>
        <EmailField {...field('email')} autoComplete="off" />
        <TextInput
          {...field('relationship')}
          {...(relationship && { label: relationship })}
          description={messages.relationshipHint}
          autoComplete="off"
        />
        <ShareFields field={(name) => form.getInputProps(name)} />
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <DialogButtons confirm={messages.send} onCancel={onCancel} busy={form.submitting} />
      </Stack>
    </form>
  )
}
