import { Group, Kbd, Modal, Stack, Switch, Table, Text } from '@mantine/core'
import { Fragment } from 'react'
import type { StaffPage } from '../../clinic/shell/staff-pages.ts'
import { messages } from './messages.ts'
import { useSingleKeys } from './shortcuts.ts'

const Keys = ({ keys }: { keys: readonly string[] }) => (
  <Group gap={6} wrap="nowrap">
    {keys.map((key, n) => (
      <Fragment key={key}>
        {n > 0 && keys[0] === 'g' && <Text size="sm">{messages.followedBy}</Text>}
        <Kbd size="md">{key}</Kbd>
      </Fragment>
    ))}
  </Group>
)

type Props = { opened: boolean; onClose: () => void; pages: readonly StaffPage[] }

/** Every shortcut, and the switch for the single-key ones. */
export const HelpModal = ({ opened, onClose, pages }: Props) => {
  const [single, setSingle] = useSingleKeys()
  const texts = messages.shortcuts
  const rows: [keys: string[], what: string, single: boolean][] = [
    [['Ctrl', 'K'], texts.palette, false],
    [['/'], texts.search, true],
    ...pages.flatMap(({ key, label }): typeof rows => (key ? [[['g', key], texts.page(label), true]] : [])),
    [['?'], texts.help, true],
  ]
  return (
    <Modal opened={opened} onClose={onClose} title={messages.help}>
      <Stack>
        <Table verticalSpacing={6} horizontalSpacing={0}>
          <Table.Tbody>
            {rows.map(([keys, what, isSingle]) => (
              <Table.Tr key={what} c={isSingle && !single ? 'dimmed' : undefined}>
                <Table.Th scope="row" fw={400}>
                  {what}
                </Table.Th>
                <Table.Td w={130}>
                  <Keys keys={keys} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          data-autofocus
          label={messages.single}
          description={messages.singleHint}
          checked={single}
          onChange={(event) => setSingle(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}
