import type { BulkLine } from '@fornix/contract'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import classes from './bulk-results.module.css'
import { messages } from './messages.ts'
import { birthOf, mrnOf } from './patient-identity.ts'

const texts = messages.bulk

const Line = ({ line, doneSentence }: { line: BulkLine; doneSentence: string }) => {
  const { patient_id, name, dob, mrn_number, done, why } = line
  const Icon = done ? IconCircleCheck : IconAlertCircle
  return (
    <li className={classes.line}>
      <Icon size={18} aria-hidden color={`var(--mantine-color-${done ? 'green' : 'red'}-text)`} />
      <div>
        <Text size="sm" fw={600}>
          {name || patient_id}
        </Text>
        {name && (
          <Text size="xs" c="dimmed">
            <WholeFacts>{`${birthOf({ dob, age: null })} · ${mrnOf({ mrn_number })}`}</WholeFacts>
          </Text>
        )}
        <Text size="sm">{done ? doneSentence : texts.refused(why)}</Text>
      </div>
    </li>
  )
}

type Props = {
  lines: readonly BulkLine[]
  onClose: () => void
  /** What was done: with all that it was done with, and with one. */
  done: { all: (count: number) => string; one: string }
  undo?: { run: () => void; busy: boolean; problem: string } | undefined
}

/** The result for each record, the refused ones first. */
export const BulkResults = ({ lines, onClose, done: words, undo }: Props) => {
  const done = lines.filter((line) => line.done)
  const refused = lines.filter((line) => !line.done)
  return (
    <Modal opened onClose={onClose} title={texts.result(words.all(done.length), refused.length)} size="lg">
      <Stack>
        <ul className={classes.lines} aria-label={texts.lines}>
          {[...refused, ...done].map((line, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a patient may have several lines, which never move
            <Line key={n} line={line} doneSentence={words.one} />
          ))}
        </ul>
        {undo?.problem && <ErrorAlert>{undo.problem}</ErrorAlert>}
        <Group justify="flex-end" gap="sm">
          {undo && (
            <Button variant="default" loading={undo.busy} onClick={undo.run}>
              {texts.undo}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {texts.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
