import { pageSizes } from '@fornix/contract'
import { Group, Input, NativeSelect, Pagination, Text } from '@mantine/core'
import { type SubmitEvent, useEffect, useId } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { useAtLeast } from '../../platform/base/use-at-least.ts'

export type Totals = { total: number; total_pages: number }

/** Whether a page has become empty while others are not: the bar then leads away from it. */
export const isEmptyPage = (rows: readonly unknown[], totals: Totals | undefined) =>
  rows.length === 0 && totals !== undefined && totals.total > 0

type Props = {
  page: number
  pageSize: number
  totals: Totals
  /** The totals are those of the previous response. */
  isStale?: boolean | undefined
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  /** What the pages belong to, if a screen has several lists. */
  of?: string | undefined
}

/** Up to this many pages, the bar shows each number. */
const allShown = 7

type GoToProps = { last: number; onPage: (page: number) => void }

/** A typed page number; one beyond the last goes to the last. */
const GoToPage = ({ last, onPage }: GoToProps) => {
  const label = useId()
  const go = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Number(String(new FormData(event.currentTarget).get('page')).replace(/\D/g, ''))
    if (typed === 0) return
    event.currentTarget.reset()
    onPage(Math.min(typed, last))
  }
  return (
    <form onSubmit={go}>
      <Group gap="sm" wrap="nowrap">
        <Text size="sm" id={label}>
          {messages.list.goToPage}
        </Text>
        <Input
          aria-labelledby={label}
          name="page"
          w={80}
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="off"
          maxLength={9}
        />
      </Group>
    </form>
  )
}

/** First, previous, numbered, next and last page, and the number of rows per page. A page that no longer exists leads to the last one. */
export const PageBar = ({ page, pageSize, totals, isStale = false, onPage, onPageSize, of }: Props) => {
  const { total, total_pages } = totals
  const label = useId()
  const isGone = !isStale && page > total_pages
  useEffect(() => {
    if (isGone) onPage(total_pages)
  }, [isGone, total_pages, onPage])
  const wide = useAtLeast('48em')
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
      {total_pages > 1 && (
        <Group gap="sm">
          {total_pages > allShown && <GoToPage last={total_pages} onPage={onPage} />}
          <Pagination
            total={total_pages}
            value={page}
            onChange={onPage}
            withEdges
            siblings={wide ? 1 : 0}
            boundaries={wide ? 1 : 0}
            getControlProps={(edge) => ({ 'aria-label': messages.list.edges[edge] })}
            getItemProps={(number) => ({ 'aria-label': messages.list.page(number) })}
          />
        </Group>
      )}
    </Group>
  )
}
