import type { Document } from '@fornix/contract'
import { Box, Button, Group, Text } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { type Ref, Suspense, useRef, useState } from 'react'
import { useScanStates } from '../../platform/calls/scan-states.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { DestructiveDialog } from '../../ui/dialog/DestructiveDialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { FileModal } from '../../ui/file/FileModal.tsx'
import { OrderButton } from '../../ui/list/OrderButton.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { useSelection } from '../../ui/list/use-selection.ts'
import { unseen } from '../../ui/state/absence.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { documentParts } from './document-parts.tsx'
import { messages } from './messages.ts'
import { useCategory } from './use-category.ts'
import { downloadSentence, useDocuments } from './use-documents.ts'
import { useListFocus } from './use-list-focus.ts'

/** Few patients have more files than fit on a page. */
const Search = lazyPart(async () => (await import('../../ui/list/ListSearch.tsx')).ListSearch, unseen)
/** Only staff categorize files. */
const CategoryFilter = lazyPart(async () => (await import('./CategoryChoice.tsx')).CategoryFilter, unseen)
const CategoryChoice = lazyPart(async () => (await import('./CategoryChoice.tsx')).CategoryChoice, unseen)
const UploadModal = lazyDialog(async () => (await import('../../clinic/documents/UploadModal.tsx')).UploadModal, {
  opened: false,
})

/** The list's tools appear before its total is known, so that nothing moves. */
const mayExceed = (total: number | undefined, count: number) => total === undefined || total > count

type ToolProps = {
  /** Undefined until known. */
  total: number | undefined
  withCategories: boolean
  doneSentence: string
  /** How many files, of all pages. */
  selected: number
  words: Ref<HTMLParagraphElement>
  onDownload: () => void
  onUpload: () => void
}

const DocumentTools = ({ total, withCategories, doneSentence, selected, words, onDownload, onUpload }: ToolProps) => {
  const { order, pageSize, searchQuery, set } = useListParams()
  return (
    <Group justify="space-between" p="md" gap="sm">
      {((total !== undefined && total > pageSize) || searchQuery !== '') && (
        <Suspense>
          <Search words={messages} />
        </Suspense>
      )}
      <Text ref={words} tabIndex={-1} role="status" size="sm" c="dimmed" mih="1.55em">
        {[doneSentence || (total && messages.count(total)), selected && messages.countSelected(selected)]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Group gap="sm">
        {withCategories && (
          <Suspense fallback={<Box w={170} h={36} />}>
            <CategoryFilter />
          </Suspense>
        )}
        {mayExceed(total, 1) && (
          <OrderButton hiddenFrom="sm" onClick={() => set({ order: order === 'desc' ? 'asc' : 'desc', page: 1 })}>
            {messages.sorted[order]}
          </OrderButton>
        )}
        {mayExceed(total, 0) && (
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
    <ErrorAlert mx="md" mb="md" style={{ whiteSpace: 'pre-line' }} withCloseButton onClose={onClose}>
      {problem}
    </ErrorAlert>
  )

type Download = ReturnType<typeof useDocuments>['download']

const useDownloads = (download: Download) => {
  const [problem, setProblem] = useState('')
  const downloadAll = async (wanted: readonly Document[]) => {
    setProblem('')
    const failed: string[] = []
    for (const document of wanted) {
      try {
        await download(document)
      } catch (error) {
        const sentence = downloadSentence(error)
        failed.push(wanted.length === 1 ? sentence : `${document.file_name}: ${sentence}`)
      }
    }
    setProblem(failed.join('\n'))
  }
  const downloadChosen = (chosen: readonly Document[]) => {
    if (chosen.length === 0) setProblem(messages.selectDocument)
    else void downloadAll(chosen)
  }
  return { problem, dismiss: () => setProblem(''), downloadAll, downloadChosen }
}

/** Staff categorize the files, and filter the list by category. */
const useStaffCategory = () => {
  const isStaff = useSession()?.role !== 'Patient'
  const category = useCategory()
  return { isStaff, category: isStaff ? category : undefined }
}
const categoryOf = (document: Document) =>
  document.kind === 'document' && (
    <Suspense fallback={<Box w={130} h={30} />}>
      <CategoryChoice document={document} />
    </Suspense>
  )

const noneFoundOf = (searchQuery: string, category: string | undefined) => {
  if (searchQuery !== '') return messages.noneFound
  return category === undefined ? undefined : messages.staff.noneInCategory
}

type DeleteProps = {
  document: Document | undefined
  remove: ReturnType<typeof useDocuments>['remove']
  onClose: () => void
  onDone: (deleted: Document) => void
}

const DeleteDialog = ({ document, remove, ...props }: DeleteProps) => (
  <DestructiveDialog
    subject={document}
    title={messages.deleteTitle}
    text={({ file_name }) => messages.deleteText(file_name)}
    keepLabel={messages.cancel}
    confirmLabel={messages.delete}
    run={({ file_id }) => remove(file_id)}
    sentenceOf={(error) => failureSentence(error, messages.deleteFailed, isForReader)}
    {...props}
  />
)

/** A patient's documents with all their actions: on /files and in the staff's File tab. */
export const PatientDocuments = ({ patientKey }: { patientKey: string }) => {
  const { page, pageSize, order, searchQuery, set } = useListParams()
  const { isStaff, category } = useStaffCategory()
  const shown = { page, pageSize, order, searchQuery, category }
  const { query, read, upload, download, remove } = useDocuments(patientKey, shown)
  const { problem, dismiss, downloadAll, downloadChosen } = useDownloads(download)
  const [uploading, setUploading] = useState(false)
  const [doneSentence, setDoneSentence] = useState('')
  const arrived = useRef('')
  const { words, moveFocus } = useListFocus(query.isFetching)
  const [viewed, setViewed] = useState<Document>()
  const [deleting, setDeleting] = useState<Document>()
  const rows = useScanStates(query.data?.documents ?? [])
  const total = query.isError ? 0 : query.data?.total
  const chosen = useSelection({
    rows,
    keyOf: ({ file_id }) => file_id,
    label: ({ file_name }) => messages.selectNamed(file_name),
    total: total ?? 0,
    scope: patientKey,
  })
  return (
    <>
      <RecordList
        query={query}
        label={messages.titleUnknown}
        failed={messages.fetchFailed}
        above={
          <>
            <DocumentTools
              total={total}
              withCategories={isStaff && (mayExceed(total, 1) || category !== undefined)}
              doneSentence={doneSentence}
              words={words}
              selected={chosen.count}
              onDownload={() => downloadChosen(chosen.rows)}
              onUpload={() => setUploading(true)}
            />
            <DownloadProblem problem={problem} onClose={dismiss} />
          </>
        }
        {...documentParts({
          documents: rows,
          noneFound: noneFoundOf(searchQuery, category),
          categoryOf: isStaff ? categoryOf : undefined,
          order,
          onOrder: (next) => set({ order: next, page: 1 }),
          selection: chosen.selection,
          onSelect: dismiss,
          onView: setViewed,
          onDownload: (document) => void downloadAll([document]),
          onDelete: setDeleting,
        })}
      />
      <FileModal
        file={viewed}
        read={read}
        title={({ file_name }) => file_name}
        alt={({ file_name }) => messages.picture(file_name)}
        onDownload={(document) => void downloadAll([document])}
        onClose={() => setViewed(undefined)}
      />
      <UploadModal
        opened={uploading}
        onClose={() => setUploading(false)}
        upload={async (file, sending) => {
          arrived.current = await upload(file, sending)
        }}
        onDone={() => {
          setDoneSentence('')
          set({ page: 1 })
          moveFocus(arrived.current)
        }}
      />
      <DeleteDialog
        document={deleting}
        remove={remove}
        onClose={() => setDeleting(undefined)}
        onDone={(deleted) => {
          chosen.deselect(deleted)
          setDoneSentence(messages.deleted(deleted.file_name))
          moveFocus()
        }}
      />
    </>
  )
}
