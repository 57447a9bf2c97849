import { Box, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { type HTMLAttributes, type MouseEvent, type ReactNode, Suspense } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { EmptyState } from '../state/EmptyState.tsx'
import { ErrorState } from '../state/ErrorState.tsx'
import { LoadingState } from '../state/LoadingState.tsx'
import { lazyPart } from '../state/lazy-part.tsx'
import { Refreshing } from '../state/Refreshing.tsx'
import { useSlicedLoading } from '../state/use-sliced-loading.ts'
import styles from './data-list.module.css'
import { type Density, useDensity } from './density.ts'
import { SelectPage, SelectRow, selectBySpace } from './SelectRow.tsx'
import type { RowSelection } from './use-selection.ts'

const ErrorDialog = lazyPart(async () => (await import('../dialog/ErrorDialog.tsx')).ErrorDialog, {
  Waiting: ErrorState,
  Missing: ErrorState,
})

export type Column<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Shown instead by a list that stacks its columns in a narrow window. */
  inCard?: (row: Row) => ReactNode
  /** The cell that names the row for screen readers. */
  rowHeader?: boolean
  sort?: 'ascending' | 'descending' | undefined
  /** For a column of buttons: its header is only for screen readers. */
  hideHeader?: boolean
}
/** What a list shows; how it is fetched is specified separately. */
export type ListParts<Row> = {
  rows: readonly Row[]
  /** Without columns the list shows cards at every width. */
  columns?: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** The same row for narrow windows. */
  card: (row: Row) => ReactNode
  empty?: ReactNode
  /** Shows the error in a dialog first, if the specification wants one. */
  errorDialog?: boolean
  /**
   * A wider mouse target; the row must contain a link or button that does the same. `aside`: with the keys that open a link in a
   * new window.
   */
  onRowClick?: ((row: Row, aside: boolean) => void) | undefined
  onRowDoubleClick?: ((row: Row) => void) | undefined
  rowTitle?: string
  /** Rows can be selected: by checkbox, with Space on their links, and with Shift for all in between. */
  selection?: RowSelection<Row> | undefined
}
type Props<Row> = ListParts<Row> & {
  loading?: boolean
  /** The rows are those of the previous page until the requested ones arrive. */
  stale?: boolean
  error?: string | undefined
  onRetry?: (() => void) | undefined
}

// What a row opens over the page is outside the row, although its events bubble through it.
const onControl = ({ target, currentTarget }: MouseEvent) =>
  target instanceof Element && (!currentTarget.contains(target) || target.closest('a, button, input, label'))
const selecting = () => (getSelection()?.toString() ?? '') !== ''

type HandlersOf<Row> = (row: Row) => HTMLAttributes<HTMLElement>
/** A row's mouse and keyboard handlers. */
const handlersOf = <Row,>({ rowTitle, selection, onRowClick, onRowDoubleClick }: Props<Row>): HandlersOf<Row> => {
  return (row) => ({
    ...(rowTitle && { title: rowTitle }),
    ...(selection && { onKeyDown: selectBySpace(row, selection) }),
    ...(onRowClick && {
      onClick: (event: MouseEvent) => {
        if (!onControl(event) && !selecting()) onRowClick(row, event.metaKey || event.ctrlKey)
      },
    }),
    ...(onRowDoubleClick && {
      onDoubleClick: (event: MouseEvent) => {
        if (!onControl(event)) onRowDoubleClick(row)
      },
    }),
  })
}

type ViewProps<Row> = Pick<Props<Row>, 'rows' | 'rowKey' | 'selection'> & {
  density: Density
  handlers: HandlersOf<Row>
  /** The class of rows that open on click. */
  clickable: string | undefined
}

const Rows = <Row,>({
  rows,
  rowKey,
  selection,
  columns,
  density,
  handlers,
  clickable,
}: ViewProps<Row> & { columns: readonly Column<Row>[] }) => (
  <Table.ScrollContainer minWidth={640}>
    <Table
      highlightOnHover={Boolean(clickable)}
      horizontalSpacing={10}
      verticalSpacing={density === 'compact' ? 2 : 6}
      className={styles.table}
    >
      <Table.Thead className={styles.head}>
        <Table.Tr>
          {selection && (
            <Table.Th scope="col" w={36}>
              <SelectPage selection={selection} />
            </Table.Th>
          )}
          {columns.map(({ key, header, sort, hideHeader }) => (
            <Table.Th key={key} scope="col" {...(sort && { 'aria-sort': sort })}>
              {hideHeader ? <VisuallyHidden>{header}</VisuallyHidden> : header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((record) => (
          <Table.Tr key={rowKey(record)} className={clickable} {...handlers(record)}>
            {selection && (
              <Table.Td>
                <SelectRow row={record} selection={selection} />
              </Table.Td>
            )}
            {columns.map(({ key, cell, rowHeader }) =>
              rowHeader ? (
                <Table.Th key={key} scope="row" className={styles.name}>
                  {cell(record)}
                </Table.Th>
              ) : (
                <Table.Td key={key}>{cell(record)}</Table.Td>
              ),
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

const Cards = <Row,>({
  rows,
  rowKey,
  selection,
  card,
  density,
  handlers,
  clickable = '',
}: ViewProps<Row> & Pick<Props<Row>, 'card'>) => (
  <>
    {selection && (
      <Group gap="xs" px="md" py="sm" component="label">
        <SelectPage selection={selection} />
        <Text size="sm" aria-hidden>
          {messages.selection.page}
        </Text>
      </Group>
    )}
    <ul className={styles.cards} data-density={density}>
      {rows.map((record) => (
        <li
          key={rowKey(record)}
          className={`${styles.card} ${selection ? styles.selectable : ''} ${clickable}`}
          {...handlers(record)}
        >
          {selection && <SelectRow row={record} selection={selection} />}
          {selection ? <div>{card(record)}</div> : card(record)}
        </li>
      ))}
    </ul>
  </>
)

/** A list of records: a table from 768 px on, cards below that or without columns. Shows itself when it is loading, empty or failed. */
export const DataList = <Row,>(props: Props<Row>) => {
  const { rows, columns, rowKey, card, onRowClick, onRowDoubleClick, selection } = props
  const [density] = useDensity()
  const wide = useAtLeast('48em')
  const isLoading = useSlicedLoading(props.loading ?? false)
  const Failure = props.errorDialog ? ErrorDialog : ErrorState
  const failure = props.error && (
    <Box px="md">
      <Suspense fallback={<ErrorState message={props.error} onRetry={props.onRetry} />}>
        <Failure message={props.error} onRetry={props.onRetry} />
      </Suspense>
    </Box>
  )
  if (failure && rows.length === 0) return failure
  if (isLoading)
    return (
      <Box px="var(--list-inset, 16px)">
        <LoadingState rows={8} spinner />
      </Box>
    )
  if (rows.length === 0) return props.empty ?? <EmptyState title={messages.list.empty} />

  const clickable = onRowClick || onRowDoubleClick ? styles.clickable : undefined
  const shared = { rows, rowKey, selection, density, handlers: handlersOf(props), clickable }
  return (
    <Refreshing busy={props.stale ?? false}>
      {failure}
      {wide && columns ? <Rows {...shared} columns={columns} /> : <Cards {...shared} card={card} />}
    </Refreshing>
  )
}
