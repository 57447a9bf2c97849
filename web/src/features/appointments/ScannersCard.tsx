import { dayName, type ManagedScanner, maxScanners } from '@fornix/contract'
import { ActionIcon, Alert, Anchor, Button, Card, Group, List, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconPlus, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DestructiveDialog } from '../../ui/dialog/DestructiveDialog.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { StatusMark } from '../../ui/display/StatusMark.tsx'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { type Editing, ScannerDialog } from './ScannerDialog.tsx'
import { messages } from './scanner-messages.ts'
import classes from './scheduling.module.css'
import { type Refused, type Scanners, useScanners } from './use-scanners.ts'

const Status = ({ in_service }: ManagedScanner) => (
  <StatusMark good={in_service} bad={IconTool} miw="max-content">
    {in_service ? messages.status.open : messages.status.out}
  </StatusMark>
)

const Refusal = ({ refused, scanner }: { refused: Refused; scanner: ManagedScanner }) => (
  <ErrorAlert mt="sm">
    <Text size="sm">{refused.sentence}</Text>
    {refused.hasVisits && (
      <List size="sm" mt="xs">
        {scanner.visit_days.map(({ date, count }) => (
          <List.Item key={date}>
            <Anchor component={Link} size="sm" display="inline-block" py={4} to={`${paths.daySheet}?date=${date}`}>
              {messages.day(dayName(date), count)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    )}
  </ErrorAlert>
)

type RowProps = {
  scanner: ManagedScanner
  /** Whether there are others above and below. */
  above: boolean
  below: boolean
  actions: Scanners
  onEdit: () => void
  onRemove: () => void
}
const Actions = ({ scanner, above, below, actions, onEdit, onRemove }: RowProps) => {
  const named = (action: string) => messages.named(action, scanner.name)
  const toggle = scanner.in_service ? messages.close : messages.open
  const arrows = [
    { label: messages.up, Icon: IconArrowUp, by: -1, can: above },
    { label: messages.down, Icon: IconArrowDown, by: 1, can: below },
  ] as const
  return (
    <Group gap={6}>
      {(above || below) &&
        arrows.map(({ label, Icon, by, can }) => (
          <ActionIcon
            key={label}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={named(label)}
            disabled={!can || actions.busy}
            onClick={() => void actions.move(scanner, by)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        ))}
      <Button variant="default" size="compact-md" aria-label={named(messages.edit)} onClick={onEdit}>
        {messages.edit}
      </Button>
      <Button
        variant="default"
        size="compact-md"
        aria-label={named(toggle)}
        disabled={actions.busy}
        onClick={() => void actions.toggle(scanner)}
      >
        {toggle}
      </Button>
      {!scanner.is_used && (above || below) && (
        <Button variant="subtle" color="red" size="compact-md" aria-label={named(messages.remove)} onClick={onRemove}>
          {messages.remove}
        </Button>
      )}
    </Group>
  )
}

const Row = (props: RowProps) => {
  const { scanner, actions } = props
  const upcoming = scanner.visit_days.reduce((all, { count }) => all + count, 0)
  return (
    <li className={classes.scanner}>
      <Group justify="space-between" gap="sm">
        <div className={classes.scannerName}>
          <Text fw={600}>{scanner.name}</Text>
          <Text size="sm">
            <WholeFacts>{[scanner.room || messages.noRoom, messages.upcoming(upcoming)]}</WholeFacts>
          </Text>
        </div>
        <Status {...scanner} />
        <Actions {...props} />
      </Group>
      {actions.refused?.id === scanner.id && <Refusal refused={actions.refused} scanner={scanner} />}
    </li>
  )
}

/** The site's scanners: how many people can come at once, and where they go. */
export const ScannersCard = ({ scanners }: { scanners: readonly ManagedScanner[] }) => {
  const actions = useScanners(scanners)
  const [editing, setEditing] = useState<Editing>()
  const [removing, setRemoving] = useState<ManagedScanner>()
  return (
    <Card component="section" aria-label={messages.title}>
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} size="h3">
          {messages.title}
        </Title>
        <Button
          variant="light"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={scanners.length >= maxScanners}
          onClick={() => setEditing('new')}
        >
          {messages.add}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {messages.hint}
      </Text>
      <Stack component="ul" gap={0} p={0} my="xs" className={classes.days} aria-label={messages.list}>
        {scanners.map((scanner, at) => (
          <Row
            key={scanner.id}
            scanner={scanner}
            above={at > 0}
            below={at < scanners.length - 1}
            actions={actions}
            onEdit={() => setEditing(scanner)}
            onRemove={() => setRemoving(scanner)}
          />
        ))}
      </Stack>
      {!scanners.some(({ in_service }) => in_service) && (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} mb="xs">
          {messages.noneOpen}
        </Alert>
      )}
      <Text role="status" size="sm" fw={500}>
        {actions.done}
      </Text>
      <ScannerDialog editing={editing} onClose={() => setEditing(undefined)} onDone={actions.setDone} />
      <DestructiveDialog
        subject={removing}
        title={messages.removeTitle}
        text={({ name }) => messages.removeText(name)}
        keepLabel={messages.keep}
        confirmLabel={messages.remove}
        run={actions.remove}
        sentenceOf={(error) => failureSentence(error, messages.failed)}
        onClose={() => setRemoving(undefined)}
        onDone={({ name }) => actions.setDone(messages.done.removed(name))}
      />
    </Card>
  )
}
