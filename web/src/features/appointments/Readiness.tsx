import { asksPatient, attentionFields, type SheetRow, siteShortDay } from '@fornix/contract'
import { Anchor, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconEye, IconMagnet } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ScreeningBadge, screeningWords } from '../../clinic/visits/ScreeningBadge.tsx'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { nameOf } from '../../ui/display/names.ts'
import { StatusMark } from '../../ui/display/StatusMark.tsx'
import classes from './day-sheet.module.css'
import { messages } from './day-sheet-messages.ts'

const Mark = (props: { good: boolean; children: ReactNode }) => <StatusMark {...props} className={classes.mark} />

const FormMark = ({ row, timeZone }: { row: SheetRow; timeZone: string }) => (
  <Mark good={row.form_signed !== null}>
    {row.form_signed === null ? messages.unsigned : messages.signed(siteShortDay(row.form_signed, timeZone))}
  </Mark>
)

const MedicalMark = ({ row }: { row: SheetRow }) => {
  if (row.missing === null)
    return (
      <Text size="sm" c="dimmed">
        {messages.withheld}
      </Text>
    )
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

/** What has to be signed and filled in. */
export const Papers = (props: { row: SheetRow; timeZone: string }) => (
  <Stack gap={6} align="flex-start">
    <FormMark {...props} />
    <MedicalMark row={props.row} />
  </Stack>
)

/** Patient answers to read before the scan, and what has not been asked yet: unknown never looks reassuring. */
const Attention = ({ row }: { row: SheetRow }) => {
  const { alerts, state } = row.screening
  // The MRI safety answers include both of these, too.
  const unasked = asksPatient(state)
    ? attentionFields.filter((field) => row.missing?.some((name) => name === field))
    : []
  if (row.attention.length + unasked.length + alerts.length === 0) return null
  return (
    <ul className={classes.attention}>
      {alerts.map((alert) => (
        <li key={alert}>
          <IconMagnet size={16} aria-hidden />
          <span>{alert}</span>
        </li>
      ))}
      {row.attention.map(({ field, value }) => (
        <li key={field}>
          <IconEye size={16} aria-hidden />
          <span>
            <strong>{messages.attention[field]}:</strong> {value === 'Y' ? messages.yes : value}
          </span>
        </li>
      ))}
      {unasked.map((field) => (
        <li key={field} className={classes.unasked}>
          <IconAlertTriangle size={16} aria-hidden />
          <strong>{messages.unasked(messages.attention[field])}</strong>
        </li>
      ))}
    </ul>
  )
}

/** Whether the magnet is safe for this patient at the time of the visit; links to the answers and the review. */
export const Safety = ({ row, timeZone }: { row: SheetRow; timeZone: string }) => {
  const { state, good_until } = row.screening
  const words = screeningWords(state, good_until, timeZone)
  return (
    <Stack gap={6} align="flex-start">
      <Anchor
        component={Link}
        to={recordAddress(row.patient_id, 'mrsafety')}
        aria-label={messages.safetyOf(nameOf(row), words)}
      >
        <ScreeningBadge state={state} until={good_until} timeZone={timeZone} className={classes.mark} />
      </Anchor>
      <Attention row={row} />
    </Stack>
  )
}
