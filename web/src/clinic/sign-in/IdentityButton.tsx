import { getConfig } from '@fornix/contract'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messages } from '../../platform/base/messages.ts'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { passToken } from '../../platform/sign-in/identity.ts'
import type { OidcConfig } from '../../platform/sign-in/oidc.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { providerLabel } from './provider-label.ts'

const GoogleButton = lazyPart(async () => (await import('./GoogleButton.tsx')).GoogleButton)

type Props = {
  /** Derives the label from the project's own, which says "Sign in with …". */
  labelOf?: (label: string) => string
  disabled?: boolean
  describedBy?: string | undefined
  /** Shown before and after it, and hidden with it if passwords are the only way in. */
  before?: ReactNode
  after?: ReactNode
}
type OidcProps = { config: OidcConfig; label: string; onFailure: () => void } & Omit<
  Props,
  'labelOf' | 'before' | 'after'
>

function OidcButton({ config, label, disabled = false, describedBy, onFailure }: OidcProps) {
  const [leaving, setLeaving] = useState(false)
  const from = useLocation().pathname
  const leave = async () => {
    setLeaving(true)
    try {
      const { redirectToProvider } = await import('../../platform/sign-in/oidc.ts')
      await redirectToProvider(config, from)
    } catch {
      setLeaving(false)
      onFailure()
    }
  }
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      loading={leaving}
      disabled={disabled}
      aria-describedby={describedBy}
      leftSection={<IconLogin2 size={20} aria-hidden />}
      onClick={() => void leave()}
    >
      {label}
    </Button>
  )
}

/** Known before any response: a placeholder that then disappeared would shift the form. */
const announced = () => document.querySelector<HTMLMetaElement>('meta[name=sign-in]')?.content

/** "Sign in with Google", or the project's own provider: either way /auth/callback continues with the token. */
export function IdentityButton({ before, after, ...props }: Props) {
  const identity = useCall(getConfig, {}).data?.identity
  if ((identity?.kind ?? announced()) === 'password') return null
  return (
    <>
      {before}
      <ProviderButton {...props} />
      {after}
    </>
  )
}

function ProviderButton({ labelOf = String, ...rest }: Omit<Props, 'before' | 'after'>) {
  const config = useCall(getConfig, {})
  const navigate = useNavigate()
  const from = useLocation().pathname
  const [failed, setFailed] = useState(false)
  const identity = config.data?.identity
  const onFailure = () => setFailed(true)
  if (config.isError) return null // the password still works; the provider's address is unknown
  if (!identity || identity.kind === 'password') return <Skeleton height={42} />
  return (
    <Stack gap="xs" onClickCapture={() => setFailed(false)}>
      {identity.kind === 'google' ? (
        <Suspense fallback={<Skeleton height={42} />}>
          <GoogleButton
            {...rest}
            clientId={identity.client_id}
            label={providerLabel(labelOf(identity.label))}
            onFailure={onFailure}
            onToken={(token) => {
              passToken(token, from)
              void navigate(paths.authCallback)
            }}
          />
        </Suspense>
      ) : (
        <OidcButton {...rest} config={identity} label={providerLabel(labelOf(identity.label))} onFailure={onFailure} />
      )}
      {failed && <ErrorAlert>{messages.identity.failed}</ErrorAlert>}
    </Stack>
  )
}
