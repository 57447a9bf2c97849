import { getTwoStep } from '@fornix/contract'
import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { messages } from './grace-messages.ts'

/** How many days are left until a second step is needed. */
export const GraceBanner = () => {
  const { data } = useCall(getTwoStep, {}, { staleTime: 600_000 })
  if (data?.state !== 'grace') return null
  return (
    <Alert role="note" color="amber" variant="light" mb="md">
      {messages.grace(data.days_left)}{' '}
      <Anchor component={Link} to={paths.account} inherit td="underline">
        {messages.setUp}
      </Anchor>
    </Alert>
  )
}
