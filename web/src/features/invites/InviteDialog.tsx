import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { KeepOpen, useCloseDialog } from '../../ui/dialog/dialog-state.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { InviteFailure } from './InviteFailure.tsx'
import { messages } from './messages.ts'
import type { Failure, InviteForm } from './use-invite-form.ts'

type Back = { label: string; icon?: ReactNode }
type BackProps = Back & { busy: boolean; isSending: boolean; onCancel: () => void }
/** With an icon it is a way back to the page behind, which asks first; without one it is Cancel, which first gives up waiting. */
const BackButton = ({ label, icon, busy, isSending, onCancel }: BackProps) => {
  const close = useCloseDialog()
  return (
    <Button variant="default" leftSection={icon} onClick={icon || busy ? close : onCancel} disabled={isSending}>
      {label}
    </Button>
  )
}

type Named = { firstName: string; lastName: string; email: string }
type Props<V extends Named> = {
  opened: boolean
  onClose: () => void
  invite: InviteForm<V>
  title: string
  lead: string
  labels: Record<Extract<keyof V, string>, string>
  /** The close button's label and icon. */
  back: Back
  send: string
  /** Another failure, shown as long as nothing was sent. */
  trouble?: { failure: Failure; onClose: () => void } | undefined
  sentText: ReactNode
  /** The fields below name and address. */
  children: ReactNode
}

/** The dialog that invites somebody by name and address. It opens empty: what was typed for one person must not go with the next. */
export const InviteDialog = <V extends Named>({ opened, onClose, invite, labels, ...props }: Props<V>) => {
  const { form, submit, isSending, jump, sent, failure, stopped, dismiss, close, discard } = invite
  const field = (name: keyof Named) => ({ label: labels[name], required: true, ...form.getInputProps(name) })
  const leave = () => {
    discard()
    onClose()
  }
  const trouble = failure ? { failure, onClose: dismiss } : props.trouble
  return (
    <>
      <Modal opened={opened && !sent} onClose={leave} title={props.title} size="lg">
        <KeepOpen isSending={form.submitting} />
        <form onSubmit={submit} noValidate aria-label={props.title}>
          <Stack>
            <Text c="dimmed">{props.lead}</Text>
            <FormAlert errors={form.errors} labels={labels} onJump={jump} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput {...field('firstName')} data-autofocus autoComplete="off" />
              <TextInput {...field('lastName')} autoComplete="off" />
            </SimpleGrid>
            <EmailField {...field('email')} autoComplete="off" />
            {props.children}
            {stopped && <ErrorAlert>{stopped}</ErrorAlert>}
            <Group justify="space-between" mt="sm">
              <BackButton {...props.back} busy={form.submitting} isSending={isSending} onCancel={leave} />
              <Button type="submit" loading={form.submitting}>
                {props.send}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <InviteFailure failure={trouble?.failure} onClose={() => trouble?.onClose()} />
      <MessageModal
        opened={sent}
        tone="success"
        title={messages.great}
        button={messages.okay}
        onClose={() => {
          close()
          onClose()
        }}
      >
        {props.sentText}
      </MessageModal>
    </>
  )
}
