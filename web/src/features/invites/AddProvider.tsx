import { getOperatorNumber, inviteOperator, listOperators, OperatorInvite, operators } from '@fornix/contract'
import { Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useSend } from '../../platform/calls/api.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { ChoiceSelect } from '../../ui/form/ChoiceSelect.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { FailureModal } from './FailureModal.tsx'
import { messages } from './messages.ts'
import { useInviteForm } from './use-invite-form.ts'

const texts = messages.provider
const initial = { firstName: '', lastName: '', email: '', role: '' }
type Values = typeof initial

/** The button of the provider list and the form behind it. */
export const AddProvider = () => {
  const [opened, setOpened] = useState(false)
  const invite = useSend(inviteOperator, { refreshes: [listOperators, getOperatorNumber] })
  const { form, submit, outcome, close } = useInviteForm<Values>({
    initial,
    schema: OperatorInvite,
    status: texts.status,
    send: (values) => invite.mutateAsync({ body: OperatorInvite.parse(values) }),
  })
  const field = (name: keyof Values) => ({ label: texts.fields[name], required: true, ...form.getInputProps(name) })
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {texts.add}
      </Button>
      <Modal opened={opened && outcome !== 'sent'} onClose={() => setOpened(false)} title={texts.add} size="lg">
        <form onSubmit={submit} noValidate aria-label={texts.add}>
          <Stack>
            <Text c="dimmed">{texts.lead}</Text>
            <FormAlert errors={form.errors} labels={texts.fields} onJump={(name) => form.getInputNode(name)?.focus()} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput {...field('firstName')} data-autofocus autoComplete="off" />
              <TextInput {...field('lastName')} autoComplete="off" />
            </SimpleGrid>
            <TextInput {...field('email')} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} />
            <ChoiceSelect {...field('role')} options={operators} />
            <Group justify="flex-end" mt="sm">
              <Button variant="default" onClick={() => setOpened(false)}>
                {texts.cancel}
              </Button>
              <Button type="submit" loading={form.submitting}>
                {texts.send}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <FailureModal failure={outcome === 'sent' ? undefined : outcome} onClose={close} />
      <MessageModal
        opened={outcome === 'sent'}
        title={messages.great}
        button={messages.okay}
        onClose={() => {
          close()
          setOpened(false)
        }}
      >
        {messages.sent}
      </MessageModal>
    </>
  )
}
