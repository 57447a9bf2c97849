import { type Caregiver, inviteMyCaregiver, listMyCaregivers } from '@fornix/contract'
import { useSend } from '../../platform/calls/api.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { ChangeForm } from './ChangeForm.tsx'
import { InviteForm } from './InviteForm.tsx'
import { messages } from './messages.ts'

export type Asked = { what: 'invite'; known?: Caregiver } | { what: 'change'; caregiver: Caregiver }

type Props = { asked: Asked | undefined; onClose: () => void; onDone: (sentence: string) => void }

/** Invites a caregiver, or changes what one may do. */
export const CareDialog = ({ asked, onClose, onDone }: Props) => {
  const inviting = useSend(inviteMyCaregiver, { refreshes: [listMyCaregivers] })
  return (
    <Modal
      opened={asked !== undefined}
      onClose={onClose}
      title={asked?.what === 'change' ? messages.changeOf(nameOf(asked.caregiver)) : messages.invite}
      size="lg"
    >
      {asked?.what === 'change' && (
        <ChangeForm caregiver={asked.caregiver} onDone={() => onDone(messages.saved)} onCancel={onClose} />
      )}
      {asked?.what === 'invite' && (
        <InviteForm
          label={messages.invite}
          lead={messages.inviteLead}
          known={asked.known}
          send={(body) => inviting.mutateAsync({ body })}
          onDone={(name) => onDone(messages.sent(name))}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}
