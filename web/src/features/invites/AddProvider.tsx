import { getOperatorNumber, inviteOperator, listOperators, OperatorInvite, operators } from '@fornix/contract'
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useSend } from '../../platform/calls/api.ts'
import { ChoiceSelect } from '../../ui/form/ChoiceSelect.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { messages } from './messages.ts'
import { staffMessages } from './staff-messages.ts'
import { useInviteForm } from './use-invite-form.ts'

const texts = staffMessages.provider
const initial = { firstName: '', lastName: '', email: '', role: '' }

/** The provider list's button and its form. */
export const AddProvider = () => {
  const [opened, setOpened] = useState(false)
  const sending = useSend(inviteOperator, { refreshes: [listOperators, getOperatorNumber] })
  const invite = useInviteForm({
    initial,
    schema: OperatorInvite,
    status: texts.status,
    send: (values) => sending.mutateAsync({ body: OperatorInvite.parse(values) }),
  })
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {texts.add}
      </Button>
      <InviteDialog
        opened={opened}
        onClose={() => setOpened(false)}
        invite={invite}
        title={texts.add}
        lead={texts.lead}
        labels={texts.fields}
        back={{ label: texts.cancel }}
        send={texts.send}
        sentText={messages.sent}
      >
        <ChoiceSelect label={texts.fields.role} required {...invite.form.getInputProps('role')} options={operators} />
      </InviteDialog>
    </>
  )
}
