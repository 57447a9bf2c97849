import { assignScanner, getDaySheet, type Scanner, type SheetRow } from '@fornix/contract'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { refreshCall, refreshIfFailed, useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { useMenuButton } from '../../ui/dialog/use-menu-button.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { messages } from './day-sheet-messages.ts'
import type { Done } from './SheetNotice.tsx'

const ScannerItems = lazyDialog(async () => (await import('./ScannerItems.tsx')).ScannerItems, { opened: false })

const texts = messages.move

export type ScannerChoice = {
  scanners: readonly Scanner[]
  /** All visits of the day: which times are taken. */
  rows: readonly SheetRow[]
  /** The day is not over. */
  canMove: boolean
  onDone: (done: Done) => void
}

const othersFree = ({ start }: SheetRow, { scanners, rows }: ScannerChoice) =>
  scanners.filter(
    ({ id, in_service }) => in_service && !rows.some((other) => other.start === start && other.scanner_id === id),
  )

/** A visit's scanner, and the others that are free at its time. */
export const ScannerCell = ({ row, choice }: { row: SheetRow; choice: ScannerChoice }) => {
  const sending = useSend(assignScanner, { refreshes: [getDaySheet] })
  const { attempt, busy, problem } = useAttempt((error) => failureSentence(error, texts.failed))
  const { button, menu } = useMenuButton()
  const name = nameOf(row)
  const free = othersFree(row, choice)
  const canMove = choice.canMove && (row.visit.status === 'expected' || row.visit.status === 'arrived')
  const move = (to: Scanner) => {
    const assigning = {
      params: { key: row.patient_id, id: row.id },
      body: { scanner: to.id, from: { scanner: row.scanner_id, start: row.start } },
    }
    return attempt(
      // The reason of a refusal should be visible on the sheet.
      () => refreshIfFailed(sending.mutateAsync(assigning), () => refreshCall(getDaySheet)),
      () => {
        const isNews = to.room !== row.room && Date.parse(row.start) > serverNow()
        choice.onDone({ title: texts.done(name, to.name), ...(isNews && { text: texts.mailed }) })
      },
    )
  }
  return (
    <Stack gap={6} align="flex-start">
      <Group gap={4} wrap="nowrap" align="flex-start">
        <div>
          <Text size="sm" fw={500}>
            {row.scanner}
          </Text>
          {row.room && (
            <Text size="sm" miw={110} style={{ overflowWrap: 'anywhere' }}>
              {row.room}
            </Text>
          )}
        </div>
        {canMove && (
          <>
            <ActionIcon
              {...button}
              variant="subtle"
              color="gray"
              size={32}
              loading={busy}
              aria-label={texts.more(name)}
              className="no-print"
            >
              <IconDots size={18} aria-hidden />
            </ActionIcon>
            <ScannerItems {...menu} free={free} onMove={(to) => void move(to)} />
          </>
        )}
      </Group>
      {problem && <ErrorAlert p="xs">{problem}</ErrorAlert>}
    </Stack>
  )
}
