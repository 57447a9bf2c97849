import { messages } from '../../platform/base/messages.ts'
import { t } from '../../platform/language/t.ts'
import { MessageModal } from './MessageModal.tsx'

type Props = { opened: boolean; onClose: () => void; children: string }

/** "Thank You!", once something was sent. */
export const ThanksModal = ({ opened, onClose, children }: Props) => (
  <MessageModal opened={opened} tone="success" title={t('Thank You!')} button={messages.okay} onClose={onClose}>
    {children}
  </MessageModal>
)
