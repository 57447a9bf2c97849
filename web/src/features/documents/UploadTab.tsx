import type { Document } from '@fornix/contract'
import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { documentAccept, documentRules } from '../../clinic/documents/use-document-upload.ts'
import { paths } from '../../platform/base/paths.ts'
import { useSession } from '../../platform/session/session.tsx'
import { useLeaveQuestion } from '../../ui/dialog/use-leave-question.ts'
import { formatFileDay, formatTime } from '../../ui/display/dates.ts'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { FileDrop } from '../../ui/form/FileDrop.tsx'
import { focusResult } from '../../ui/form/focus-result.ts'
import { UploadList } from '../../ui/form/UploadList.tsx'
import { useUploads } from '../../ui/form/use-uploads.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'
import { useDocuments } from './use-documents.ts'

const recentFiles = 5

type Documents = ReturnType<typeof useDocuments>

const UploadCard = ({ upload }: Pick<Documents, 'upload'>) => {
  const uploads = useUploads(documentRules, true)
  const [done, setDone] = useState(false)
  const success = useRef<HTMLDivElement>(null)
  const busy = uploads.isSending
  useLeaveQuestion(uploads.missing.length > 0, { texts: messages.tab.leave })
  // The focused button was disabled meanwhile.
  useEffect(() => {
    if (done) focusResult(success.current)
  }, [done])
  const start = async () => {
    setDone(false)
    const arrived = await uploads.sendAll(upload)
    // Otherwise the list shows which ones did.
    if (arrived) uploads.clearDone()
    setDone(arrived)
  }
  return (
    <Card>
      <Stack gap="md">
        <FileDrop
          accept={documentAccept}
          multiple
          disabled={busy}
          onPick={(files) => {
            setDone(false)
            uploads.clearDone()
            void uploads.add(files)
          }}
        />
        <UploadList uploads={uploads} />
        {done && (
          <SuccessAlert ref={success} tabIndex={-1}>
            {messages.tab.done}
          </SuccessAlert>
        )}
        <Button onClick={() => void start()} disabled={busy || uploads.isPreparing} w={{ base: '100%', sm: 200 }}>
          {busy ? messages.tab.uploading : messages.upload}
        </Button>
      </Stack>
    </Card>
  )
}

const RecentDocument = ({ document }: { document: Document }) => (
  <li>
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {document.file_name}
    </Text>
    <Text size="sm" c="dimmed">
      <WholeFacts>{[formatFileDay(document.upload_date), formatTime(document.upload_date)]}</WholeFacts>
    </Text>
  </li>
)

const RecentCard = ({ query }: Pick<Documents, 'query'>) => {
  const recent = query.data?.documents.slice(0, recentFiles)
  return (
    <Card component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {messages.tab.recent}
        </Title>
        <Anchor component={Link} to={paths.files} className="touch-link">
          {messages.tab.all}
        </Anchor>
      </Group>
      {query.isPending && <LoadingState />}
      {query.isError && !recent && <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />}
      {recent?.length === 0 && <Text c="dimmed">{messages.empty}</Text>}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {recent?.map((document) => (
          <RecentDocument key={document.file_id} document={document} />
        ))}
      </Stack>
    </Card>
  )
}

/** The Upload File tab of the patient area. */
export const UploadTab = () => {
  const { upload, query } = useDocuments(useSession()?.user.patient_id ?? '', {
    page: 1,
    pageSize: 10,
    order: 'desc',
    searchQuery: '',
  })
  return (
    <Stack gap="lg">
      <PageTitle title={messages.tab.title} subtitle={messages.tab.hint} />
      <UploadCard upload={upload} />
      <RecentCard query={query} />
    </Stack>
  )
}
