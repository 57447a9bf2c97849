import { listPatients, listPhysicians, listRegistrations, PatientInviteForm, sendInvitation } from '@fornix/contract'
import { Button, Group, Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiFailure, useCall, useSend } from '../../platform/calls/api.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { FailureModal } from './FailureModal.tsx'
import { messages } from './messages.ts'
import { useInviteForm } from './use-invite-form.ts'

const texts = messages.patient
const initial = { firstName: '', lastName: '', email: '', mrnNumber: '', providerId: '' }
type Values = typeof initial

const usePhysicians = (enabled: boolean) => {
  const query = useCall(listPhysicians, {}, { enabled })
  const [dismissed, setDismissed] = useState<unknown>()
  const status = query.error instanceof ApiFailure ? query.error.status : 0
  const sentence = status > 0 ? texts.physiciansStatus(status) : texts.physiciansError
  return {
    physicians: query.data?.operators ?? [],
    failure: query.isError && query.error !== dismissed ? { sentence, why: '' } : undefined,
    dismiss: () => setDismissed(query.error),
  }
}

type Props = {
  opened?: boolean
  onClose: () => void
  /** Somebody who registered: known by name, and invited instead of waiting. */
  person?: Pick<Values, 'firstName' | 'lastName' | 'email'>
}

/** The form that invites a patient. */
export const InvitePatient = ({ opened = true, onClose, person }: Props) => {
  const invite = useSend(sendInvitation, { refreshes: [listPatients, listRegistrations] })
  const { physicians, failure, dismiss } = usePhysicians(opened)
  const nameOf = (id: string) => {
    const found = physicians.find(({ provider_id }) => provider_id === id)
    return found ? `${found.first_name} ${found.last_name}` : ''
  }
  const { form, submit, outcome, close } = useInviteForm<Values>({
    initial: { ...initial, ...person },
    schema: PatientInviteForm,
    status: texts.status,
    send: async (values) => {
      const physicianName = nameOf(values.providerId)
      const body = PatientInviteForm.parse(values)
      await invite.mutateAsync({ body: physicianName ? { ...body, physicianName } : body })
    },
  })
  const title = person ? texts.instead : texts.add
  const field = (name: keyof Values) => ({ label: texts.fields[name], ...form.getInputProps(name) })
  return (
    <>
      <Modal opened={opened && outcome !== 'sent'} onClose={onClose} title={title} size="lg">
        <form onSubmit={submit} noValidate aria-label={title}>
          <Stack>
            <Text c="dimmed">{person ? texts.insteadLead : texts.lead}</Text>
            <FormAlert errors={form.errors} labels={texts.fields} onJump={(name) => form.getInputNode(name)?.focus()} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput {...field('firstName')} required data-autofocus autoComplete="off" />
              <TextInput {...field('lastName')} required autoComplete="off" />
            </SimpleGrid>
            <TextInput
              {...field('email')}
              required
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput {...field('mrnNumber')} description={texts.optional} autoComplete="off" />
              <Select
                {...field('providerId')}
                description={texts.optional}
                searchable
                clearable
                value={form.values.providerId || null}
                onChange={(id) => form.setFieldValue('providerId', id ?? '')}
                data={physicians.map(({ provider_id }) => ({ value: provider_id, label: nameOf(provider_id) }))}
              />
            </SimpleGrid>
            <Group justify="space-between" mt="sm">
              <Button
                variant="default"
                leftSection={!person && <IconArrowLeft size={18} aria-hidden />}
                onClick={onClose}
              >
                {person ? messages.provider.cancel : texts.back}
              </Button>
              <Button type="submit" loading={form.submitting}>
                {texts.send}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <FailureModal
        failure={outcome !== 'sent' && outcome ? outcome : opened ? failure : undefined}
        onClose={outcome ? close : dismiss}
      />
      <MessageModal
        opened={outcome === 'sent'}
        title={messages.great}
        button={messages.okay}
        onClose={() => {
          close()
          onClose()
        }}
      >
        <Stack gap="xs">
          <Text>{messages.sent}</Text>
          <Text>{texts.sent}</Text>
        </Stack>
      </MessageModal>
    </>
  )
}
