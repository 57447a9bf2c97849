import { Button } from '@mantine/core'
import { GoogleOAuthProvider, useGoogleLogin } from '@react-oauth/google'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useState } from 'react'

type Props = {
  clientId: string
  label: string
  disabled?: boolean
  describedBy?: string | undefined
  onToken: (token: string) => void
  onFailure: () => void
}

function GoogleSignIn({ label, disabled, describedBy, onToken, onFailure }: Omit<Props, 'clientId'>) {
  const [waiting, setWaiting] = useState(false)
  const stop = () => setWaiting(false)
  const open = useGoogleLogin({
    flow: 'implicit',
    onSuccess: ({ access_token }) => {
      stop()
      onToken(access_token)
    },
    onError: () => {
      stop()
      onFailure()
    },
    // Closing the window is a choice and needs no error message.
    onNonOAuthError: ({ type }) => {
      stop()
      if (type !== 'popup_closed') onFailure()
    },
  })
  const start = () => {
    setWaiting(true)
    open()
  }
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      loading={waiting}
      disabled={disabled ?? false}
      aria-describedby={describedBy}
      leftSection={<IconBrandGoogle size={20} aria-hidden />}
      onClick={start}
    >
      {label}
    </Button>
  )
}

/** Loads Google's script; only projects with Google sign-in ever import this file. */
export function GoogleButton({ clientId, ...rest }: Props) {
  return (
    <GoogleOAuthProvider clientId={clientId} onScriptLoadError={rest.onFailure}>
      <GoogleSignIn {...rest} />
    </GoogleOAuthProvider>
  )
}
