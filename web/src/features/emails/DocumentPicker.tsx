import { type Document, listDocuments } from '@fornix/contract'
import { Button, Checkbox, Group, Pagination, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../platform/calls/api.ts'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { formatMediumDay } from '../../ui/display/dates.ts'
import { formatSize } from '../../ui/display/sizes.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import type { AttachedDocument } from './letter.ts'
import { messages } from './messages.ts'

type Props = {
  opened: boolean
  onClose: () => void
  patientKey: string
  name: string
  chosen: AttachedDocument[]
  onChoose: (documents: AttachedDocument[]) => boolean
}

const texts = messages.documents

const Choice = ({ patientKey, name, chosen, onChoose, onClose }: Omit<Props, 'opened'>) => {
  const [page, setPage] = useState(1)
  const [picked, setPicked] = useState(chosen)
  const query = useCall(
    listDocuments,
    { params: { key: patientKey }, query: { page, page_size: 10 } },
    { keepPrevious: true },
  )
  const has = ({ file_id }: Document) => picked.some((document) => document.file_id === file_id)
  const toggle = (document: Document) => {
    const { file_id, file_name, size } = document
    setPicked(
      has(document) ? picked.filter((other) => other.file_id !== file_id) : [...picked, { file_id, file_name, size }],
    )
  }
  // A signed form has a way of its own to be read; it does not leave by email.
  const documents = query.data?.documents.filter(({ kind }) => kind === 'document') ?? []
  return (
    <Stack>
      <Text size="sm">{texts.intro(name)}</Text>
      {query.isPending && <LoadingState rows={4} />}
      {query.isError && <ErrorState message={texts.failed} onRetry={() => void query.refetch()} />}
      {query.data && documents.length === 0 && query.data.total_pages <= 1 && <EmptyState title={texts.empty} />}
      {documents.map((document) => (
        <Checkbox
          key={document.file_id}
          checked={has(document)}
          onChange={() => toggle(document)}
          label={document.file_name}
          description={<WholeFacts>{[formatMediumDay(document.upload_date), formatSize(document.size)]}</WholeFacts>}
          styles={{ label: { overflowWrap: 'anywhere' } }}
        />
      ))}
      {query.data && query.data.total_pages > 1 && (
        <Pagination
          total={query.data.total_pages}
          value={page}
          onChange={setPage}
          siblings={0}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button
          onClick={() => {
            onChoose(picked)
            onClose()
          }}
        >
          {texts.attach(picked.length)}
        </Button>
      </Group>
    </Stack>
  )
}

/** The patient's own documents, to take along by ticking them. */
export const DocumentPicker = ({ opened, ...props }: Props) => (
  <Modal opened={opened} onClose={props.onClose} title={texts.title}>
    <Choice {...props} />
  </Modal>
)
