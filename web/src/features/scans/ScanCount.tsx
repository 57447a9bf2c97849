import { Group, Text } from '@mantine/core'
import { OrderButton } from '../../ui/list/OrderButton.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { messages } from './messages.ts'

/** The order of scans is turned by their date. */
export const useTurn = () => {
  const { order, set } = useListParams()
  return { order, onTurn: () => set({ order: order === 'desc' ? 'asc' : 'desc', page: 1 }) }
}

/** Above a list of scans; `atEveryWidth` where it never has a column of dates to click. */
export const ScanCount = ({ total, atEveryWidth = false }: { total: number; atEveryWidth?: boolean }) => {
  const { order, onTurn } = useTurn()
  return (
    total > 0 && (
      <Group justify="space-between" p="md" gap="sm" mih={68}>
        <Text role="status" size="sm" c="dimmed">
          {messages.count(total)}
        </Text>
        {total > 1 && (
          <OrderButton onClick={onTurn} {...(!atEveryWidth && { hiddenFrom: 'sm' })}>
            {messages.sorted[order]}
          </OrderButton>
        )}
      </Group>
    )
  )
}
