import { Group, Text } from '@mantine/core'
import { OrderButton } from '../../ui/list/OrderButton.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { messages } from './messages.ts'

/** The list's order by date, and a function that reverses it. */
export const useTurn = () => {
  const { order, set } = useListParams()
  return { order, onTurn: () => set({ order: order === 'desc' ? 'asc' : 'desc', page: 1 }) }
}

type Props = {
  /** Undefined until known; the line keeps its space. */
  total: number | undefined
  /** For lists that never have a date column to click. */
  atEveryWidth?: boolean
}

/** Above a list of scans. */
export const ScanCount = ({ total, atEveryWidth = false }: Props) => {
  const { order, onTurn } = useTurn()
  return (
    total !== 0 && (
      <Group justify="space-between" p="md" gap="sm" mih={68}>
        <Text role="status" size="sm" c="dimmed">
          {total !== undefined && messages.count(total)}
        </Text>
        {total !== undefined && total > 1 && (
          <OrderButton onClick={onTurn} {...(!atEveryWidth && { hiddenFrom: 'sm' })}>
            {messages.sorted[order]}
          </OrderButton>
        )}
      </Group>
    )
  )
}
