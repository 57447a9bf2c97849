import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import type { Draft } from '../../platform/drafts/draft.ts'
import { t } from '../../platform/language/t.ts'
import { fieldSelector } from '../dialog/field-selector.ts'
import { formatDateTime } from '../display/dates.ts'
import { useUnsavedFiles } from './use-unsaved-files.ts'

const texts = {
  since: (time: string) => t('You have unsaved changes from {time}.', { time }),
  files: t('Files are not saved. Please choose them again.'),
  continue: t('Continue editing'),
  discard: t('Discard'),
  replaces: t('This will replace what you just typed.'),
  replace: t('Replace'),
} as const

type Props = {
  draft: Omit<Draft, 'sent' | 'sendKey'>
  /** Files, which are not saved, had to be chosen as well. */
  files?: boolean
  /** Some are chosen now. */
  hasFiles?: boolean
  /** What the form holds is on its way, and does not change. */
  busy?: boolean
}

/** The button that was pressed is gone: who goes on writing starts at the first field below it. */
const beginBelow = (button: HTMLElement) => {
  const below = (one: Element) => button.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING
  const fields = button.closest('form, section, main')?.querySelectorAll<HTMLElement>(fieldSelector) ?? []
  ;[...fields].find(below)?.focus()
}

/** Offers what was typed earlier, or says that the form holds it. */
export const DraftNote = ({ draft, files = false, hasFiles = false, busy = false }: Props) => {
  const { savedAt, resume, replaces, discard } = draft
  useUnsavedFiles(hasFiles, busy)
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const take = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    close()
    resume?.()
    beginBelow(currentTarget)
  }
  const offer = (
    <>
      {resume && (
        <Button onClick={replaces ? () => setAsking(true) : take} disabled={busy}>
          {texts.continue}
        </Button>
      )}
      <Button variant="default" onClick={discard} disabled={busy}>
        {texts.discard}
      </Button>
    </>
  )
  // Cancel is where the first press was: a second one there by mistake replaces nothing.
  const question = (
    <>
      <Button onClick={close}>{messages.cancel}</Button>
      <Button variant="default" onClick={take} disabled={busy}>
        {texts.replace}
      </Button>
    </>
  )
  const isQuestion = asking && replaces
  return (
    // Empty, it takes no gap of the form that it begins.
    <div role="status" style={savedAt === null ? { position: 'absolute' } : undefined}>
      {savedAt !== null && (
        <Alert role="note" color="blue" icon={<IconHistory aria-hidden />}>
          <Group justify="space-between" gap="sm">
            <Text size="sm" flex="1 1 220px">
              {isQuestion ? texts.replaces : texts.since(formatDateTime(savedAt))} {files && !isQuestion && texts.files}
            </Text>
            <Group gap="sm">{isQuestion ? question : offer}</Group>
          </Group>
        </Alert>
      )}
    </div>
  )
}
