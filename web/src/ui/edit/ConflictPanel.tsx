import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { type ConflictWords, messages } from './messages.ts'

const text = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(text).join(', ')
  return value instanceof Object ? Object.values(value).map(text).join(' ') : String(value ?? '')
}
const shown = (value: unknown) => text(value) || messages.edit.unknown

type Clash = { label: string; theirs: unknown; mine: unknown; touched: boolean }
type Props = {
  clashes: readonly Clash[]
  busy?: boolean
  words?: ConflictWords
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Both versions side by side, after the record was saved elsewhere first. */
export const ConflictPanel = ({
  clashes,
  busy = false,
  words = messages.conflict,
  onKeepMine,
  onTakeTheirs,
}: Props) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert ref={box} tabIndex={-1} role="alert" color="amber" icon={<IconUsers aria-hidden />} title={words.title}>
      <Stack gap="sm">
        <Text size="sm">{messages.conflict.explain}</Text>
        <Table withRowBorders verticalSpacing={6} horizontalSpacing={8} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{messages.conflict.field}</Table.Th>
              <Table.Th scope="col">{words.theirs}</Table.Th>
              <Table.Th scope="col">{messages.conflict.yours}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {clashes.map(({ label, theirs, mine, touched }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row">{label}</Table.Th>
                <Table.Td>{shown(theirs)}</Table.Td>
                <Table.Td>{touched ? shown(mine) : messages.conflict.untouched}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group gap="sm">
          <Button onClick={onKeepMine} loading={busy}>
            {messages.conflict.keepMine}
          </Button>
          <Button variant="default" onClick={onTakeTheirs} disabled={busy}>
            {words.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
