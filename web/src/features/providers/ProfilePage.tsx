import { audienceOf, type Operator } from '@fornix/contract'
import { Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment } from 'react'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { paths } from '../../platform/base/paths.ts'
import { statusOf } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { BackLink } from '../../ui/list/BackLink.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'
import { ProfileCard, type ProfileChange } from './ProfileCard.tsx'
import { RoleCard } from './RoleCard.tsx'

const texts = messages.profile

type Props = {
  query: UseQueryResult<{ operator: Operator }, Error>
  save: (change: ProfileChange) => Promise<unknown>
  own: boolean
}

/** The profile of any provider or admin. */
export const ProfilePage = ({ query, save, own }: Props) => {
  const role = useSession()?.role
  if (query.isPending) return <LoadingState />
  if (!query.data) {
    const isGone = statusOf(query.error) === 404
    return (
      <>
        <PageTitle title={texts.title} />
        <ErrorState
          message={isGone ? texts.gone : texts.failed}
          onRetry={isGone ? undefined : () => void query.refetch()}
        />
      </>
    )
  }
  const { operator } = query.data
  const isOperator = audienceOf(operator.role) === 'operator'
  const latest = async () => {
    const { data, error } = await query.refetch()
    if (error || !data) throw error ?? new Error('The profile came back empty')
    return data.operator
  }
  return (
    <Fragment key={operator._id}>
      {!own && <BackLink to={paths.operatorList}>{texts.back}</BackLink>}
      <PageTitle
        title={nameOf(operator)}
        documentTitle={own ? texts.mine : texts.title}
        subtitle={
          <Text component="span" size="sm">
            <WholeFacts>{[operator.role, operator.provider_id]}</WholeFacts>
          </Text>
        }
      >
        <StatusBadge status={operator.register_status} />
      </PageTitle>
      <Stack gap="lg">
        {!own && isOperator && role && audienceOf(role) === 'admin' && <RoleCard operator={operator} save={save} />}
        <ProfileCard operator={operator} own={own} withEmail={own || isOperator} save={save} latest={latest} />
      </Stack>
    </Fragment>
  )
}
