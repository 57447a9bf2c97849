import { ActionIcon, Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useSession } from '../../platform/session/session.tsx'
import { recordWords } from './record-words.ts'

type Props = { of: { patient: string } | { study: string; day: string }; compact?: boolean }

/** Takes admins from a record or a scan to its entries in the access log; other users do not see it. */
export const WhoOpened = ({ of, compact }: Props) => {
  if (useSession()?.audience !== 'admin') return null
  const [filter, label, name] =
    'patient' in of
      ? ([of, recordWords.whoOpened.record, undefined] as const)
      : ([{ study: of.study }, recordWords.whoOpened.scan, recordWords.whoOpened.scanOf(of.day)] as const)
  const to = `${paths.auditLog}?${new URLSearchParams(filter)}`
  const icon = <IconHistory size={16} aria-hidden />
  if (compact)
    return (
      <ActionIcon
        component={Link}
        to={to}
        variant="default"
        size={36}
        aria-label={name ?? label}
        title={label}
        className="no-print"
      >
        {icon}
      </ActionIcon>
    )
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      fz="sm"
      leftSection={icon}
      aria-label={name}
      className="no-print"
    >
      {label}
    </Button>
  )
}
