import { downloadEmailAttachment, type SentEmail } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ScanNote } from '../../clinic/documents/ScanNote.tsx'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { download } from '../../platform/calls/api.ts'
import { useScanStates } from '../../platform/calls/scan-states.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { Email } from '../../ui/display/Email.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { formatSize } from '../../ui/display/sizes.ts'
import classes from './emails.module.css'
import { messages } from './messages.ts'

const texts = messages.sent

type Attachment = SentEmail['attachments'][number]

type AttachedProps = { file: Attachment; at: number; count: number; onFetch: () => void }

/** A deleted file may have been somebody else's, so only its place among the files is known. */
const Attached = ({ file, at, count, onFetch }: AttachedProps) => {
  if (file.is_deleted) return <Text size="sm">{texts.fileDeleted(at, count)}</Text>
  return (
    <>
      <Button
        variant="default"
        size="sm"
        classNames={{ root: classes.download, label: classes.downloadLabel }}
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-label={texts.download(file.file_name)}
        onClick={onFetch}
      >
        {file.file_name} ({formatSize(file.size)})
      </Button>
      <ScanNote state={file.scan_state} />
    </>
  )
}

const Files = ({ email }: { email: SentEmail }) => {
  const attachments = useScanStates(email.attachments)
  const { attempt, problem } = useAttempt((error) => failureSentence(error, texts.downloadFailed, isForReader))
  const fetchFile = ({ file_id, file_name }: Attachment) =>
    attempt(() => download(downloadEmailAttachment, { params: { file_id } }, file_name))
  return (
    <section aria-label={texts.labels.files}>
      {problem && <ErrorAlert mb="xs">{problem}</ErrorAlert>}
      <ul className={classes.list}>
        {attachments.map((file, n) => (
          <li key={file.file_id}>
            <Attached file={file} at={n + 1} count={attachments.length} onFetch={() => void fetchFile(file)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What was sent has a note only where somebody did not get it. */
export const deliveryOf = ({ delivery, delivery_note }: SentEmail) =>
  delivery === 'sent' && delivery_note ? 'in_part' : delivery
const noteOf = ({ delivery, delivery_note }: SentEmail) =>
  delivery_note && (delivery === 'queued' ? texts.waits(delivery_note) : delivery_note)

const addresses = (list: string) => list && <Email address={list} />

const Letter = ({ email }: { email: SentEmail }) => {
  const note = noteOf(email)
  const rows: [string, ReactNode][] = [
    [texts.labels.to, addresses(email.to_email)],
    [texts.labels.cc, addresses(email.cc)],
    [texts.labels.bcc, addresses(email.bcc)],
    [texts.labels.by, email.sent_by],
    [texts.labels.at, formatDateTime(email.sent_date)],
    [
      texts.labels.delivery,
      <span key="delivery">
        <StatusBadge status={texts.delivery[deliveryOf(email)]} />
        {note && (
          <Text component="span" display="block" size="sm" mt={4}>
            {note}
          </Text>
        )}
      </span>,
    ],
  ]
  return (
    <Stack>
      <SummaryList rows={rows.filter(([, value]) => value !== '')} />
      <Text className={classes.text}>{email.message}</Text>
      {email.attachments.length > 0 && <Files email={email} />}
    </Stack>
  )
}

/** One sent email, as it left. */
export const SentModal = ({ email, onClose }: { email: SentEmail | undefined; onClose: () => void }) => {
  const wide = useAtLeast('48em')
  return (
    <Modal opened={email !== undefined} onClose={onClose} title={email?.subject} size="lg" fullScreen={!wide}>
      {email && <Letter email={email} />}
    </Modal>
  )
}
