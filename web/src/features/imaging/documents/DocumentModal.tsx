import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useAtLeast } from '../../../platform/base/use-at-least.ts'
import { Modal } from '../../../ui/dialog/Modal.tsx'
import { FileContent } from '../../../ui/file/FileContent.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../../ui/state/LoadingState.tsx'
import { DownloadStudy } from '../DownloadStudy.tsx'
import { messages } from '../messages.ts'
import { failureText, isNotOpen, NotRendered, notRenderedOf } from '../queries.ts'
import { saveFile } from '../snapshot.ts'
import { readPdf, readReport, type StudyDocument } from './documents.ts'
import { ReportContent } from './ReportContent.tsx'
import { titleOf } from './title.ts'

type Props = { study: string; document: StudyDocument; onFailure: (error: unknown) => void }

const useContent = ({ study, document, onFailure }: Props) => {
  const query = useQuery({
    queryKey: ['images', 'document', study, document.instance],
    // Showing it again requests it again: access may have ended.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      try {
        return document.kind === 'pdf'
          ? { pdf: await readPdf(study, document, signal) }
          : { html: await readReport(study, document, signal) }
      } catch (error) {
        throw notRenderedOf(error) ?? error
      }
    },
  })
  const { error } = query
  useEffect(() => {
    if (isNotOpen(error)) onFailure(error)
  }, [error, onFailure])
  return query
}

const Pdf = ({ pdf, document }: { pdf: Blob; document: StudyDocument }) => {
  const read = useCallback(async () => pdf, [pdf])
  const name = titleOf(document)
  const file = { file_id: document.instance, file_name: name, file_type: 'pdf' }
  return (
    <>
      <FileContent key={file.file_id} file={file} read={read} alt={name} />
      <Group justify="flex-end">
        <Button leftSection={<IconDownload size={18} aria-hidden />} onClick={() => saveFile(pdf, name, 'pdf')}>
          {messages.documents.download}
        </Button>
      </Group>
    </>
  )
}

const Content = (props: Props) => {
  const { data, error, refetch } = useContent(props)
  if (error instanceof NotRendered)
    return (
      <Stack role="alert">
        <Text>{error.message}</Text>
        <DownloadStudy study={props.study} />
      </Stack>
    )
  if (error) return <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  return data.pdf ? <Pdf pdf={data.pdf} document={props.document} /> : <ReportContent html={data.html} />
}

type ModalProps = Omit<Props, 'document'> & { document: StudyDocument | undefined; onClose: () => void }

/** A document of the study over its pictures. */
export const DocumentModal = ({ study, document, onFailure, onClose }: ModalProps) => {
  const narrow = !useAtLeast('48em')
  return (
    <Modal
      opened={document !== undefined}
      onClose={onClose}
      size="xl"
      fullScreen={narrow}
      title={document && titleOf(document)}
    >
      {document && (
        <Stack>
          <Content key={document.instance} study={study} document={document} onFailure={onFailure} />
        </Stack>
      )}
    </Modal>
  )
}
