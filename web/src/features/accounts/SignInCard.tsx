import {
  cancelEmailChange,
  getMyOperatorProfile,
  getMyPatientInfo,
  getPatient,
  myAccount,
  type ResponseOf,
} from '@fornix/contract'
import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { PendingEmail } from '../../clinic/sign-in/PendingEmail.tsx'
import { paths } from '../../platform/base/paths.ts'
import { useSend } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.tsx'
import { Email } from '../../ui/display/Email.tsx'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { Section } from '../../ui/display/Section.tsx'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { WithLink } from '../../ui/display/WithLink.tsx'
import { messages } from './messages.ts'

type Account = ResponseOf<typeof myAccount>

const waysOf = ({ has_password, has_identity }: Account) => {
  if (has_password && has_identity) return messages.passwordOrIdentity
  return has_identity ? messages.identity : has_password && messages.password
}

/** Where the user's profile is, by role. */
const useProfile = () => {
  const audience = useSession()?.audience
  return audience === 'patient'
    ? paths.patientTab('profile')
    : audience === 'admin'
      ? paths.adminProfile
      : paths.operatorProfile
}

export const SignInCard = ({ account }: { account: Account }) => {
  const profile = useProfile()
  const keep = useSend(cancelEmailChange, {
    refreshes: [myAccount, getPatient, getMyPatientInfo, getMyOperatorProfile],
  })
  const { email, sign_in_email, pending_email } = account
  // A caregiver's address is not in any profile.
  const isActing = Boolean(useSession()?.acting)
  return (
    <Section title={messages.signIn}>
      <Stack>
        <SummaryList
          rows={[
            [messages.email, <Email key="email" address={email} />],
            ...(sign_in_email === email ? [] : [[messages.signInEmail, sign_in_email] as const]),
            [messages.ways, waysOf(account)],
          ]}
        />
        {pending_email && <PendingEmail address={pending_email} onKeep={() => keep.mutateAsync({})} />}
        {keep.isSuccess && !pending_email && <SuccessAlert>{messages.kept}</SuccessAlert>}
        {!isActing && (
          <Text size="sm" c="dimmed">
            <WithLink text={messages.changeEmail}>
              {(words) => (
                <Anchor component={Link} to={profile} size="sm" td="underline">
                  {words}
                </Anchor>
              )}
            </WithLink>
          </Text>
        )}
      </Stack>
    </Section>
  )
}
