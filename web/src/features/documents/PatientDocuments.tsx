import type { Document } from '@fornix/contract'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useScanStates } from '../../platform/calls/scan-states.ts'
import { UploadModal } from '../../ui/form/UploadModal.tsx'
import { OrderButton } from '../../ui/list/OrderButton.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { DeleteModal } from './DeleteModal.tsx'
import { documentParts } from './document-parts.tsx'
import { messages } from './messages.ts'
import { downloadSentence, useDocuments } from './use-documents.ts'

type ToolProps = { total: number; said: string; onDownload: () => void; onUpload: () => void }

const DocumentTools = ({ total, said, onDownload, onUpload }: ToolProps) => {
  const { order, set } = useListParams()
  return (
    <Group justify="space-between" p="md" gap="sm">
      <Text role="status" size="sm" c="dimmed">
        {said || (total > 0 ? messages.count(total) : '')}
      </Text>
      <Group gap="sm">
        {total > 1 && (
          <OrderButton onClick={() => set({ order: order === 'desc' ? 'asc' : 'desc', page: 1 })}>
            {messages.sorted[order]}
          </OrderButton>
        )}
        {total > 0 && (
          <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={onDownload}>
            {messages.downloadSelected}
          </Button>
        )}
        <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={onUpload}>
          {messages.upload}
        </Button>
      </Group>
    </Group>
  )
}

const DownloadProblem = ({ problem, onClose }: { problem: string; onClose: () => void }) =>
  problem && (
    <Alert color="red" role="alert" mx="md" mb="md" withCloseButton onClose={onClose}>
      {problem}
    </Alert>
  )

type Download = ReturnType<typeof useDocuments>['download']

const useDownloads = (download: Download) => {
  const [problem, setProblem] = useState('')
  const downloadAll = async (wanted: Document[]) => {
    setProblem('')
    try {
      for (const document of wanted) await download(document)
    } catch (error) {
      setProblem(downloadSentence(error))
    }
  }
  const downloadChosen = (chosen: Document[]) => {
    if (chosen.length === 0) setProblem(messages.selectDocument)
    else void downloadAll(chosen)
  }
  return { problem, dismiss: () => setProblem(''), downloadAll, downloadChosen }
}

/** The documents of a patient with all that can be done with them: on /files and in the staff's File tab. */
export const PatientDocuments = ({ patientKey }: { patientKey: string }) => {
  const { page, pageSize, order, set } = useListParams()
  const { query, upload, download, remove } = useDocuments(patientKey, { page, pageSize, order })
  const { problem, dismiss, downloadAll, downloadChosen } = useDownloads(download)
  const [uploading, setUploading] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const [deleting, setDeleting] = useState<Document>()
  const rows = useScanStates(query.data?.documents ?? [])
  return (
    <>
      <RecordList
        query={query}
        totals={query.data}
        label={messages.titleUnknown}
        failed={messages.fetchFailed}
        above={
          <>
            <DocumentTools
              total={query.data?.total ?? 0}
              said={said}
              onDownload={() => downloadChosen(rows.filter(({ file_id }) => selected.has(file_id)))}
              onUpload={() => setUploading(true)}
            />
            <DownloadProblem problem={problem} onClose={dismiss} />
          </>
        }
        {...documentParts({
          documents: rows,
          order,
          onOrder: (next) => set({ order: next, page: 1 }),
          selected,
          onSelect: (fileIds) => {
            setSelected(fileIds)
            dismiss()
          },
          onDownload: (document) => void downloadAll([document]),
          onDelete: setDeleting,
        })}
      />
      <UploadModal
        opened={uploading}
        onClose={() => setUploading(false)}
        upload={upload}
        onDone={() => set({ page: 1 })}
      />
      <DeleteModal
        document={deleting}
        onClose={() => setDeleting(undefined)}
        remove={remove}
        onDone={(document) => setSaid(messages.deleted(document.file_name))}
      />
    </>
  )
}
