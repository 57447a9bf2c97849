import { type SheetRow, siteShortDay } from '@fornix/contract'
import { Badge, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconEye, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './day-sheet.module.css'
import { messages } from './day-sheet-messages.ts'

const Mark = ({ good, children }: { good: boolean; children: ReactNode }) => {
  const Icon: TablerIcon = good ? IconCircleCheck : IconAlertTriangle
  return (
    <Badge
      variant="light"
      color={good ? 'green' : 'amber'}
      size="lg"
      tt="none"
      fw={600}
      className={classes.mark}
      leftSection={<Icon size={14} aria-hidden />}
    >
      {children}
    </Badge>
  )
}

export const FormMark = ({ row, timeZone }: { row: SheetRow; timeZone: string }) => (
  <Mark good={row.form_signed !== null}>
    {row.form_signed === null ? messages.unsigned : messages.signed(siteShortDay(row.form_signed, timeZone))}
  </Mark>
)

export const MedicalMark = ({ row }: { row: SheetRow }) => {
  const complete = row.missing.length === 0
  return (
    <>
      <Mark good={complete}>{complete ? messages.complete : messages.incomplete}</Mark>
      {!complete && (
        <Text size="sm" mt={4}>
          {messages.missing(row.missing.map((field) => messages.needs[field]))}
        </Text>
      )}
    </>
  )
}

/** What the patient has said that somebody should read before the scan. */
export const Attention = ({ row }: { row: SheetRow }) =>
  row.attention.length === 0 ? (
    <Text size="sm" c="dimmed">
      {messages.nothing}
    </Text>
  ) : (
    <ul className={classes.attention}>
      {row.attention.map(({ field, value }) => (
        <li key={field}>
          <IconEye size={16} aria-hidden />
          <span>
            <strong>{messages.attention[field]}:</strong> {value === 'Y' ? messages.yes : value}
          </span>
        </li>
      ))}
    </ul>
  )
