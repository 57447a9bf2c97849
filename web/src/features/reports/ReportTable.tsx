import { keysOf, type ReportName, reportColumns } from '@fornix/contract'
import { Table } from '@mantine/core'
import { cellOf, isNumeric, type Line } from './labels.ts'
import { messages } from './messages.ts'
import classes from './reports.module.css'

type Props = { name: ReportName; rows: readonly Line[]; totals: readonly Line[] }

/** The numbers of a report; screen readers get it in place of the chart. */
export const ReportTable = ({ name, rows, totals }: Props) => {
  const columns: Record<string, string> = reportColumns[name]
  const [first, ...others] = keysOf(columns)
  const align = (column: string) => (isNumeric(column) ? 'right' : 'left')
  const lineOf = (line: Line, place: number) => (
    <Table.Tr key={place}>
      <Table.Th scope="row">{cellOf(first ?? '', line[first ?? ''])}</Table.Th>
      {others.map((column) => (
        <Table.Td key={column} ta={align(column)} data-column={columns[column]}>
          {cellOf(column, line[column])}
        </Table.Td>
      ))}
    </Table.Tr>
  )
  return (
    <Table aria-label={messages.titles[name]} verticalSpacing="xs" className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          {Object.entries(columns).map(([column, title]) => (
            <Table.Th key={column} scope="col" ta={align(column)}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{rows.map(lineOf)}</Table.Tbody>
      <Table.Tfoot>{totals.map(lineOf)}</Table.Tfoot>
    </Table>
  )
}
