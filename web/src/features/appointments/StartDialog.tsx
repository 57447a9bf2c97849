import type { SheetRow } from '@fornix/contract'
import { List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import { screeningWords } from '../../clinic/visits/ScreeningBadge.tsx'
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { ErrorAlert, WarningAlert } from '../../ui/display/ErrorAlert.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { ReasonField } from '../../ui/form/ReasonField.tsx'
import { messages } from './day-sheet-messages.ts'

const texts = messages.visit
type Props = {
  row: SheetRow
  timeZone: string
  busy: boolean
  problem: string
  onStart: (reason: string) => void
  onClose: () => void
}

/** Scanning a patient with unknown safety requires a reason; one who was cleared meanwhile needs none. */
export const StartDialog = ({ row, timeZone, busy, problem, onStart, onClose }: Props) => {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { state, good_until, alerts } = row.screening
  const [seen] = useState(state)
  const isCleared = state === 'cleared'
  const start = () => {
    const isMissing = !isCleared && reason.trim() === ''
    setMissing(isMissing)
    if (!isMissing) onStart(reason)
  }
  return (
    <Modal opened onClose={onClose} title={isCleared ? texts.steps.started : texts.askTitle}>
      <Stack>
        <Text size="sm" c="dimmed">
          <WholeFacts>{identityOf(row)}</WholeFacts>
        </Text>
        <Text>{texts.ask(nameOf(row), screeningWords(state, good_until, timeZone))}</Text>
        <Text fw={state === 'not_cleared' ? 600 : undefined}>{texts.screening(state)}</Text>
        {alerts.length > 0 && (
          <List size="sm">
            {alerts.map((alert) => (
              <List.Item key={alert}>{alert}</List.Item>
            ))}
          </List>
        )}
        <ReasonField
          texts={texts}
          maxLength={500}
          data-autofocus
          value={reason}
          error={missing && !isCleared && texts.reasonMissing}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {state !== seen && problem !== texts.changed && <WarningAlert>{texts.changed}</WarningAlert>}
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <DialogButtons
          confirm={isCleared ? texts.steps.started : texts.start}
          onCancel={onClose}
          busy={busy}
          grave={!isCleared}
          onConfirm={start}
        />
      </Stack>
    </Modal>
  )
}
