import { listRegistrations } from '@fornix/contract'
import { Button } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { staffMessages } from './staff-messages.ts'

/** A link to people who registered and are not patients yet, if there are any. */
export const WaitingLink = () => {
  const { data, isPending } = useCall(listRegistrations, { query: {} })
  const total = data?.total ?? 0
  if (total === 0 && !isPending) return null
  return (
    <Button
      component={Link}
      to={paths.registrations}
      variant="default"
      // Its space is reserved until it is known whether there are any.
      style={{ visibility: isPending ? 'hidden' : undefined }}
      leftSection={<IconMailQuestion size={18} aria-hidden />}
    >
      {staffMessages.link(total)}
    </Button>
  )
}
