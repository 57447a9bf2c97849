import { ActionIcon, Box, Button, Group, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { IconFile, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
import { formatSize } from '../display/sizes.ts'
import { PageStrip } from './PageStrip.tsx'
import type { UploadItem } from './upload-item.ts'
import styles from './upload-list.module.css'
import { texts } from './upload-messages.ts'
import type { Uploads } from './use-uploads.ts'

const wordsFor: Partial<Record<UploadItem['state'], string>> = {
  preparing: texts.preparing,
  waiting: texts.waiting,
  done: texts.uploaded,
  cancelled: texts.cancelled,
}

const detailsOf = ({ file, pages }: UploadItem) =>
  [file && formatSize(file.size), pages.length > 1 && texts.pages(pages.length)].filter(Boolean).join(' · ')

type RowProps = {
  item: UploadItem
  uploads: Uploads
  /** The focused element is gone. */
  onGone: () => void
}

type RowButtonProps = { label: string; named: string; onClick: () => void }
const RowButton = ({ label, named, onClick }: RowButtonProps) => (
  <Button variant="default" size="xs" aria-label={named} onClick={onClick}>
    {label}
  </Button>
)

const Row = ({ item, uploads, onGone }: RowProps) => {
  const { name, state, percent, problem, pages } = item
  const isMoving = state === 'sending' || state === 'waiting'
  const actAndLeave = (act: (item: UploadItem) => void) => {
    act(item)
    onGone()
  }
  return (
    <li className={styles.item}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <IconFile size={18} aria-hidden className={styles.icon} />
        <Box flex={1} miw={0}>
          <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
          <Text size="sm" c="dimmed">
            {detailsOf(item)}
          </Text>
          {pages.some(({ picture }) => picture.hadLocation) && <Text size="sm">{texts.locationRemoved}</Text>}
          <Text size="sm" role="status">
            {wordsFor[state] ?? ''}
          </Text>
        </Box>
        {isMoving && (
          <RowButton label={texts.cancel} named={texts.cancelNamed(name)} onClick={() => actAndLeave(uploads.cancel)} />
        )}
        {!uploads.isSending && uploads.several && state === 'cancelled' && (
          <RowButton
            label={texts.include}
            named={texts.includeNamed(name)}
            onClick={() => actAndLeave(uploads.include)}
          />
        )}
        {!uploads.isSending && state !== 'done' && (
          <Tooltip label={texts.remove}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={texts.removeNamed(name)}
              onClick={() => {
                uploads.remove(item.id)
                onGone()
              }}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      {isMoving && <Progress value={percent} aria-label={texts.progressOf(name)} mt="xs" />}
      {problem && <ErrorAlert mt="xs">{problem}</ErrorAlert>}
      {pages.length > 0 && state !== 'done' && <PageStrip item={item} uploads={uploads} onGone={onGone} />}
    </li>
  )
}

/** The chosen files with their progress, and the rejected ones with the reason. */
export const UploadList = ({ uploads }: { uploads: Uploads }) => {
  const place = useRef<HTMLDivElement>(null)
  const focusPlace = () => place.current?.focus()
  return (
    <>
      <section ref={place} tabIndex={-1} aria-label={texts.list}>
        {uploads.items.length > 0 && (
          <ul className={styles.list}>
            {uploads.items.map((item) => (
              <Row key={item.id} item={item} uploads={uploads} onGone={focusPlace} />
            ))}
          </ul>
        )}
      </section>
      {uploads.problems.length > 0 && (
        <ErrorAlert>
          <Stack gap={4}>
            {uploads.problems.map((problem) => (
              <span key={problem}>{problem}</span>
            ))}
          </Stack>
        </ErrorAlert>
      )}
    </>
  )
}
