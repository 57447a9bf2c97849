import { Checkbox } from '@mantine/core'
import type { KeyboardEvent, MouseEvent } from 'react'
import { messages } from '../../platform/base/messages.ts'
import type { RowSelection } from './use-selection.ts'

export const SelectRow = <Row,>({ row, selection }: { row: Row; selection: RowSelection<Row> }) => (
  <Checkbox
    aria-label={messages.selection.row(selection.label(row))}
    checked={selection.has(row)}
    disabled={selection.disabled}
    onChange={() => {}}
    // The change event does not say whether Shift was held.
    onClick={(event: MouseEvent) => selection.toggle(row, event.shiftKey)}
  />
)

export const SelectPage = <Row,>({ selection: { page, togglePage, disabled } }: { selection: RowSelection<Row> }) => (
  <Checkbox
    aria-label={messages.selection.page}
    checked={page === 'all'}
    indeterminate={page === 'some'}
    disabled={disabled}
    onChange={togglePage}
  />
)

/** On a row's link, where the arrow keys lead, Space selects the row, and Shift+Space all rows in between. */
export const selectBySpace =
  <Row,>(row: Row, selection: RowSelection<Row>) =>
  (event: KeyboardEvent) => {
    if (event.key !== ' ' || !(event.target instanceof HTMLAnchorElement)) return
    event.preventDefault()
    selection.toggle(row, event.shiftKey)
  }
