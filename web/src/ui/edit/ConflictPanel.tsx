import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { messages } from './messages.ts'
import type { RecordEdit, Values } from './use-record-edit.ts'

const text = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(text).join(', ')
  return value instanceof Object ? Object.values(value).map(text).join(' ') : String(value ?? '')
}
const shown = (value: unknown) => text(value) || messages.edit.unknown

type Props<V extends Values> = { edit: RecordEdit<V>; labels: Record<keyof V, string> }

/** Both versions side by side, after somebody else saved first. */
export const ConflictPanel = <V extends Values>({ edit, labels }: Props<V>) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      role="alert"
      color="amber"
      icon={<IconUsers aria-hidden />}
      title={messages.conflict.title}
    >
      <Stack gap="sm">
        <Text size="sm">{messages.conflict.explain}</Text>
        <Table withRowBorders verticalSpacing={6} horizontalSpacing={8} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{messages.conflict.field}</Table.Th>
              <Table.Th scope="col">{messages.conflict.theirs}</Table.Th>
              <Table.Th scope="col">{messages.conflict.yours}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {edit.clashes.map((clash) => (
              <Table.Tr key={String(clash.name)}>
                <Table.Th scope="row">{labels[clash.name]}</Table.Th>
                <Table.Td>{shown(clash.theirs)}</Table.Td>
                <Table.Td>{clash.touched ? shown(clash.mine) : messages.conflict.untouched}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group gap="sm">
          <Button onClick={() => void edit.keepMine()} loading={edit.busy}>
            {messages.conflict.keepMine}
          </Button>
          <Button variant="default" onClick={edit.takeTheirs} disabled={edit.busy}>
            {messages.conflict.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
