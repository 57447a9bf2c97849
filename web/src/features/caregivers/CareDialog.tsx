import { type Caregiver, inviteMyCaregiver, listMyCaregivers } from '@fornix/contract'
import { useSend } from '../../platform/calls/api.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { ChangeForm } from './ChangeForm.tsx'
import { InviteForm } from './InviteForm.tsx'
import { messages } from './messages.ts'

export type CareDialogState = { what: 'invite'; existing?: Caregiver } | { what: 'change'; caregiver: Caregiver }

type Props = { dialog: CareDialogState | undefined; onClose: () => void; onDone: (sentence: string) => void }

/** Invites a caregiver, or changes what one may do. */
export const CareDialog = ({ dialog, onClose, onDone }: Props) => {
  const inviting = useSend(inviteMyCaregiver, { refreshes: [listMyCaregivers] })
  return (
    <Modal
      opened={dialog !== undefined}
      onClose={onClose}
      title={dialog?.what === 'change' ? messages.changeOf(nameOf(dialog.caregiver)) : messages.invite}
      size="lg"
    >
      {dialog?.what === 'change' && (
        <ChangeForm caregiver={dialog.caregiver} onDone={() => onDone(messages.saved)} onCancel={onClose} />
      )}
      {dialog?.what === 'invite' && (
        <InviteForm
          label={messages.invite}
          lead={messages.inviteLead}
          existing={dialog.existing}
          send={(body) => inviting.mutateAsync({ body })}
          onDone={(name) => onDone(messages.sent(name))}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}
