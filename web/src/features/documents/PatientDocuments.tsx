import type { Document } from '@fornix/contract'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowsSort, IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useScanStates } from '../../platform/calls/scan-states.ts'
import { UploadModal } from '../../ui/form/UploadModal.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { DeleteModal } from './DeleteModal.tsx'
import { documentParts } from './document-parts.tsx'
import { messages } from './messages.ts'
import { downloadSentence, useDocuments } from './use-documents.ts'

/** The documents of a patient with all that can be done with them: on /files and in the staff's File tab. */
export const PatientDocuments = ({ patientKey }: { patientKey: string }) => {
  const { page, pageSize, order, set } = useListParams()
  const documents = useDocuments(patientKey, { page, pageSize, order })
  const { query } = documents
  const [uploading, setUploading] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState('')
  const [said, setSaid] = useState('')
  const [deleting, setDeleting] = useState<Document>()

  const rows = useScanStates(query.data?.documents ?? [])
  const chosen = rows.filter(({ file_id }) => selected.has(file_id))
  const downloadAll = async (wanted: Document[]) => {
    setProblem('')
    try {
      for (const document of wanted) await documents.download(document)
    } catch (error) {
      setProblem(downloadSentence(error))
    }
  }
  const total = query.data?.total ?? 0
  return (
    <>
      <RecordList
        query={query}
        totals={query.data}
        label={messages.titleUnknown}
        failed={messages.fetchFailed}
        above={
          <>
            <Group justify="space-between" p="md" gap="sm">
              <Text role="status" size="sm" c="dimmed">
                {said || (total > 0 ? messages.count(total) : '')}
              </Text>
              <Group gap="sm">
                {total > 1 && (
                  <Button
                    hiddenFrom="sm"
                    variant="default"
                    leftSection={<IconArrowsSort size={18} aria-hidden />}
                    onClick={() => set({ order: order === 'desc' ? 'asc' : 'desc', page: 1 })}
                  >
                    {messages.sorted[order]}
                  </Button>
                )}
                {total > 0 && (
                  <Button
                    variant="default"
                    leftSection={<IconDownload size={18} aria-hidden />}
                    onClick={() => {
                      if (chosen.length === 0) setProblem(messages.selectDocument)
                      else void downloadAll(chosen)
                    }}
                  >
                    {messages.downloadSelected}
                  </Button>
                )}
                <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setUploading(true)}>
                  {messages.upload}
                </Button>
              </Group>
            </Group>
            {problem && (
              <Alert color="red" role="alert" mx="md" mb="md" withCloseButton onClose={() => setProblem('')}>
                {problem}
              </Alert>
            )}
          </>
        }
        {...documentParts({
          documents: rows,
          order,
          onOrder: (next) => set({ order: next, page: 1 }),
          selected,
          onSelect: (fileIds) => {
            setSelected(fileIds)
            setProblem('')
          },
          onDownload: (document) => void downloadAll([document]),
          onDelete: setDeleting,
        })}
      />
      <UploadModal
        opened={uploading}
        onClose={() => setUploading(false)}
        upload={documents.upload}
        onDone={() => set({ page: 1 })}
      />
      <DeleteModal
        document={deleting}
        onClose={() => setDeleting(undefined)}
        remove={documents.remove}
        onDone={(document) => setSaid(messages.deleted(document.file_name))}
      />
    </>
  )
}
