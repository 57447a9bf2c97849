import { type Document, uploadMyDocument } from '@fornix/contract'
import { Alert, Anchor, Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconFile } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useSession } from '../../platform/session/session.tsx'
import { formatDay, formatTime } from '../../ui/display/dates.ts'
import { checkUpload } from '../../ui/form/check-upload.ts'
import { FileDrop } from '../../ui/form/FileDrop.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'
import { uploadSentence, useDocuments } from './use-documents.ts'

const rules = uploadMyDocument.upload!
const recentFiles = 5

type Documents = ReturnType<typeof useDocuments>

const useUpload = (upload: Documents['upload']) => {
  const [file, setFile] = useState<File>()
  const [percent, setPercent] = useState<number>()
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState(false)
  const pick = (chosen: File | undefined) => {
    if (!chosen) return
    const sentence = checkUpload(chosen, rules)
    setProblem(sentence ?? '')
    setDone(false)
    setFile(sentence ? undefined : chosen)
  }
  const start = async () => {
    setDone(false)
    setProblem(file ? '' : messages.selectFile)
    if (!file) return
    setPercent(0)
    try {
      await upload(file, setPercent)
      setFile(undefined)
      setDone(true)
    } catch (error) {
      setProblem(uploadSentence(error))
    } finally {
      setPercent(undefined)
    }
  }
  return { file, percent, problem, done, pick, start }
}

const UploadCard = ({ upload }: Pick<Documents, 'upload'>) => {
  const { file, percent, problem, done, pick, start } = useUpload(upload)
  const busy = percent !== undefined
  return (
    <Card withBorder radius="lg" p="lg">
      <Stack gap="md">
        <FileDrop onPick={pick} disabled={busy} />
        {file && (
          <Group gap="xs" wrap="nowrap">
            <IconFile size={18} aria-hidden />
            <Text style={{ overflowWrap: 'anywhere' }}>{file.name}</Text>
          </Group>
        )}
        {busy && <Progress value={percent} aria-label={messages.tab.progress} />}
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {done && (
          <Alert color="green" role="status" icon={<IconCheck aria-hidden />}>
            {messages.tab.done}
          </Alert>
        )}
        <Button onClick={() => void start()} disabled={busy} w={{ base: '100%', sm: 200 }}>
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
      {formatDay(document.upload_date)} · {formatTime(document.upload_date)}
    </Text>
  </li>
)

const RecentCard = ({ query }: Pick<Documents, 'query'>) => {
  const recent = query.data?.documents.slice(0, recentFiles)
  return (
    <Card component="section" withBorder radius="lg" p="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {messages.tab.recent}
        </Title>
        <Anchor component={Link} to={paths.files}>
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
  const { upload, query } = useDocuments(useSession()?.user.patient_id ?? '', { page: 1, pageSize: 10, order: 'desc' })
  return (
    <Stack gap="lg">
      <PageTitle title={messages.tab.title} subtitle={messages.tab.hint} />
      <UploadCard upload={upload} />
      <RecentCard query={query} />
    </Stack>
  )
}
