import type { OperatorRow } from '@fornix/contract'
import { ActionIcon, Anchor, Group, Text, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { paths } from '../../platform/base/paths.ts'
import { useSession } from '../../platform/session/session.tsx'
import { Email } from '../../ui/display/Email.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import type { Column } from '../../ui/list/DataList.tsx'
import { messages } from './messages.ts'
import { ResendInvite } from './ResendInvite.tsx'

type RowActions = { remove: (row: OperatorRow) => void }

const ProfileLink = ({ row, children }: { row: OperatorRow; children: ReactNode }) => (
  <Anchor component={Link} to={paths.operatorProfile} state={{ operator: row }} fw={600} fz="inherit">
    {children}
  </Anchor>
)

const Actions = ({ row, remove }: RowActions & { row: OperatorRow }) => {
  const session = useSession()
  const isOneself = session?.user.provider_id === row.provider_id
  const mayDelete = !isOneself && (row.role !== 'SuperAdmin' || session?.role === 'SuperAdmin')
  const label = messages.remove.button(nameOf(row))
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {row.register_status === 'Invited' && <ResendInvite row={row} />}
      {mayDelete && (
        <Tooltip label={label}>
          <ActionIcon variant="subtle" color="red" size={36} aria-label={label} onClick={() => remove(row)}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}

/** An invitation that did not arrive takes the place of “Invited”, with the reason. */
const Status = ({ row: { register_status, invite_failed } }: { row: OperatorRow }) => (
  <StatusBadge status={invite_failed === null ? register_status : 'Email failed'} />
)
const WhyFailed = ({ row: { invite_failed } }: { row: OperatorRow }) =>
  invite_failed && (
    <Text size="xs" fw={500} style={{ overflowWrap: 'anywhere' }}>
      {invite_failed}
    </Text>
  )

/** A user who has not signed up yet has no account to add one to. */
const mayHaveStep = ({ two_step, register_status }: OperatorRow) =>
  two_step !== null && register_status === 'Registered'

const whole = (text: ReactNode) => <div style={{ minWidth: 'max-content' }}>{text}</div>

export const providerColumns = (actions: RowActions): Column<OperatorRow>[] => [
  { key: 'provider_id', header: messages.columns.provider_id, cell: (row) => whole(row.provider_id) },
  {
    key: 'first_name',
    header: messages.columns.first_name,
    rowHeader: true,
    cell: (row) => <ProfileLink row={row}>{row.first_name}</ProfileLink>,
  },
  {
    key: 'last_name',
    header: messages.columns.last_name,
    cell: (row) => (
      <Text fw={600} fz="sm">
        {row.last_name}
      </Text>
    ),
  },
  { key: 'email', header: messages.columns.email, cell: (row) => <Email address={row.email} /> },
  { key: 'role', header: messages.columns.role, cell: (row) => whole(row.role) },
  {
    key: 'status',
    header: messages.columns.status,
    cell: (row) => (
      <>
        <Status row={row} />
        <WhyFailed row={row} />
      </>
    ),
  },
  {
    key: 'two_step',
    header: messages.columns.two_step,
    cell: (row) => mayHaveStep(row) && (row.two_step ? messages.twoStep.on : messages.twoStep.off),
  },
  {
    key: 'actions',
    header: messages.columns.actions,
    hideHeader: true,
    cell: (row) => <Actions row={row} {...actions} />,
  },
]

export const providerCard = (actions: RowActions) => (row: OperatorRow) => (
  <>
    <Group justify="space-between" gap="4px 12px" align="flex-start">
      <ProfileLink row={row}>{nameOf(row)}</ProfileLink>
      <div style={{ flexShrink: 0 }}>
        <Status row={row} />
      </div>
    </Group>
    <Group justify="space-between" wrap="nowrap" align="flex-end">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" c="dimmed">
          <WholeFacts>{[row.role, row.provider_id]}</WholeFacts>
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Email address={row.email} />
        </Text>
        {mayHaveStep(row) && (
          <Text size="sm" c="dimmed">
            {row.two_step ? messages.twoStep.onCard : messages.twoStep.offCard}
          </Text>
        )}
        <WhyFailed row={row} />
      </div>
      <Actions row={row} {...actions} />
    </Group>
  </>
)
