import { linkIdentity } from '@fornix/contract'
import { messages } from '../../platform/base/messages.ts'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { t } from '../../platform/language/t.ts'
import { PasswordForm } from '../../ui/form/PasswordForm.tsx'

/** The provider's address already has a password here: entering it once proves that both are the same person. */
export function LinkStep({ token, onLinked }: { token: string; onLinked: () => Promise<void> }) {
  const link = async (password: string) => {
    try {
      await send(linkIdentity, { body: { token, password } })
      await onLinked()
      return {}
    } catch (error) {
      const isRefused = error instanceof ApiFailure && error.status === 400
      return { problem: isRefused ? error.message : messages.identity.authenticateFailed }
    }
  }
  return <PasswordForm title={t('Connect your account')} button={t('Connect and sign in')} onPassword={link} />
}
