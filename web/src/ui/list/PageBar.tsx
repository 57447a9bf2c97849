import { pageSizes } from '@fornix/contract'
import { Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useId } from 'react'
import { messages } from '../../platform/base/messages.ts'

type Props = {
  page: number
  pageSize: number
  totalPages: number
  total: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  /** What the pages are of, where a screen has several lists. */
  of?: string | undefined
}

const named = (name: string) => ({ 'aria-label': `${name[0]?.toUpperCase()}${name.slice(1)} page` })

/** First, previous, numbered, next and last page, and how many rows a page has. */
export const PageBar = ({ page, pageSize, totalPages, total, onPage, onPageSize, of }: Props) => {
  const label = useId()
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const from = (page - 1) * pageSize + 1
  return (
    <Group
      component="nav"
      aria-label={of ? `${messages.list.pages}: ${of}` : messages.list.pages}
      justify="space-between"
      p="md"
      gap="sm"
      className="no-print"
    >
      <Group gap="sm">
        <Text size="sm" id={label}>
          {messages.list.rowsPerPage}
        </Text>
        <NativeSelect
          aria-labelledby={label}
          w={80}
          data={pageSizes.map(String)}
          value={String(pageSize)}
          onChange={({ currentTarget }) => onPageSize(Number(currentTarget.value))}
        />
        <Text size="sm" c="dimmed" className="tabular">
          {messages.list.range(Math.min(from, total), Math.min(from + pageSize - 1, total), total)}
        </Text>
      </Group>
      {totalPages > 1 && (
        <Pagination
          total={totalPages}
          value={page}
          onChange={onPage}
          withEdges
          siblings={wide ? 1 : 0}
          boundaries={wide ? 1 : 0}
          getControlProps={named}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
        />
      )}
    </Group>
  )
}
