import { SegmentedControl, Stack } from '@mantine/core'
import { IconCalendarCheck, IconFileCheck, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { t } from '../../platform/language/t.ts'
import { useSession } from '../../platform/session/session.tsx'
import { VisitorGuard } from '../../ui/dialog/VisitorGuard.tsx'
import { EntryLayout } from './EntryLayout.tsx'
import { intros } from './messages.ts'
import { RegisteredCard } from './RegisteredCard.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SignedInCard } from './SignedInCard.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useRegistration } from './use-registration.ts'

const highlights = [
  {
    Icon: IconCalendarCheck,
    name: t('Choose your time'),
    text: t('Book a 30-minute appointment online, and see right away when and where it is.'),
  },
  {
    Icon: IconFileCheck,
    name: t('Your scans and files, in one place'),
    text: t(
      'Look at your scans when they are released to you, send documents to your care team, and download what you need.',
    ),
  },
  {
    Icon: IconShieldLock,
    name: t('Your information stays private'),
    text: t('Your files are encrypted, and every time someone opens your record, it is recorded.'),
  },
]
const modes = [
  { value: 'sign-in', label: t('Sign in') },
  { value: 'register', label: t('Register') },
]

/** Sign-in and registration; switching between them keeps what was typed. */
function Entrance({ first }: { first: string }) {
  const [mode, setMode] = useState(first)
  const [email, setEmail] = useState('')
  const [registered, setRegistered] = useState('')
  const registration = useRegistration()
  const { form } = registration
  const done = (address: string) => {
    setRegistered(address)
    setEmail(address)
    registration.reset()
  }
  return (
    <Stack gap="lg">
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t('Sign in or register')}
        data={modes}
        value={mode}
        onChange={setMode}
      />
      {mode === 'sign-in' && (
        <>
          <VisitorGuard isDirty={form.isDirty()} isSending={form.submitting} />
          <SignInForm audience="patient" email={email} onEmail={setEmail} />
        </>
      )}
      {mode === 'register' && !registered && <RegisterForm registration={registration} onDone={done} />}
      {mode === 'register' && registered && <RegisteredCard email={registered} onSignIn={() => setMode('sign-in')} />}
    </Stack>
  )
}

export function PatientsPage() {
  const session = useSession()
  const { pathname, state } = useLocation()
  const isRegister = /^\/patient-register\b/i.test(pathname) || state?.register === true
  return (
    <EntryLayout {...intros.patients} highlights={highlights}>
      {session ? <SignedInCard session={session} /> : <Entrance first={isRegister ? 'register' : 'sign-in'} />}
    </EntryLayout>
  )
}
