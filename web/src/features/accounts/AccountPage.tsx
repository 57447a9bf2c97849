import { myAccount } from '@fornix/contract'
import { Stack } from '@mantine/core'
import type { ComponentType } from 'react'
import { useCall } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { useSlicedLoading } from '../../ui/state/use-sliced-loading.ts'
import { CloseAccountCard } from './CloseAccountCard.tsx'
import { LanguageCard } from './LanguageCard.tsx'
import { messages } from './messages.ts'
import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SignInCard } from './SignInCard.tsx'

/** /account: the user's own sign-in, password and sessions; `Care` and `Notices` come from other features, for patients. */
export function AccountPage({
  TwoStep,
  Care,
  Notices,
}: {
  TwoStep?: ComponentType
  Care?: ComponentType
  Notices?: ComponentType
}) {
  const query = useCall(myAccount, {})
  const isLoading = useSlicedLoading(query.isPending)
  const session = useSession()
  const isPatient = session?.audience === 'patient'
  // In a caregiver's session, only the patient controls the record's language and closure.
  const isOwn = isPatient && !session.acting
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.lead} />
      <Stack maw={760} gap="lg">
        {!isLoading && query.data && (
          <>
            <SignInCard account={query.data} />
            {isOwn && <LanguageCard emails={query.data.language || 'en'} />}
            <PasswordCard email={query.data.sign_in_email} hasPassword={query.data.has_password} />
          </>
        )}
        {query.isLoadingError && <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />}
        {/* Below the cards that are taller than their placeholders, which would push them down. */}
        {isLoading ? (
          <LoadingState rows={4} />
        ) : (
          <>
            {TwoStep && <TwoStep />}
            <SessionsCard />
            {isPatient && session.emailVerified && Care && <Care />}
            {isOwn && Notices && <Notices />}
            {isOwn && <CloseAccountCard />}
          </>
        )}
      </Stack>
    </>
  )
}
