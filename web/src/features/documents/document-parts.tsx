import type { Document } from '@fornix/contract'
import { Checkbox, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import {
  IconFile,
  IconFiles,
  IconFileTypePdf,
  IconFileZip,
  IconPhoto,
  IconSignature,
  type TablerIcon,
} from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { ScanNote } from '../../clinic/documents/ScanNote.tsx'
import { formatFileDay, formatTime } from '../../ui/display/dates.ts'
import { formatSize } from '../../ui/display/sizes.ts'
import type { Column, ListParts } from '../../ui/list/DataList.tsx'
import { SortButton } from '../../ui/list/SortButton.tsx'
import type { RowSelection } from '../../ui/list/use-selection.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { type ActionsProps, DocumentActions } from './DocumentActions.tsx'
import styles from './documents.module.css'
import { messages } from './messages.ts'

type Props = {
  documents: Document[]
  /** The text if the filtered list is empty. */
  noneFound: { title: string; text: string } | undefined
  order: 'asc' | 'desc'
  onOrder: (order: 'asc' | 'desc') => void
  selection: RowSelection<Document>
  /** After each change of the selection. */
  onSelect: () => void
  onView: (document: Document) => void
  onDownload: (document: Document) => void
  onDelete: (document: Document) => void
  /** For staff: selects a file's category. */
  categoryOf?: ((document: Document) => ReactNode) | undefined
}

const typeOf = (document: Document) => document.file_type || messages.missingType

const whole = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>

/** Size, and who uploaded it. */
const detailsOf = ({ size, uploader }: Document) =>
  [formatSize(size), uploader && messages.uploadedBy(messages.uploaders[uploader] ?? uploader)]
    .filter(Boolean)
    .join(' · ')

/** The element that takes the focus when a file has arrived. */
export const nameId = (fileId: string) => `file-${fileId}`

const icons: Record<string, TablerIcon> = {
  pdf: IconFileTypePdf,
  png: IconPhoto,
  jpeg: IconPhoto,
  jpg: IconPhoto,
  svg: IconPhoto,
  zip: IconFileZip,
}

const FileIcon = ({ document: { kind, file_type } }: { document: Document }) => {
  const Icon = kind === 'authorization_form' ? IconSignature : (icons[file_type ?? ''] ?? IconFile)
  return (
    <ThemeIcon variant="light" size={36} radius="md">
      <Icon size={20} aria-hidden />
    </ThemeIcon>
  )
}

/** Allows breaks inside a name of several words without spaces: `Authorization`, `Form`. */
const InWords = ({ name }: { name: string }) =>
  name.split(/(?<=[a-z])(?=[A-Z])|(?<=[_.-])/).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {word}
    </Fragment>
  ))

const Name = ({ document }: { document: Document }) => (
  <Group gap="sm" wrap="nowrap">
    <FileIcon document={document} />
    <div>
      <Text fw={600} fz="sm" id={nameId(document.file_id)} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
        {document.file_name}
      </Text>
      <Text size="sm" c="dimmed">
        {detailsOf(document)}
      </Text>
      <ScanNote state={document.scan_state} />
    </div>
  </Group>
)

/** The content of the table's columns, on a card. */
const Facts = ({ document }: { document: Document }) => (
  <Group component="dl" gap="xs" m={0} fz="sm" style={{ columnGap: 16 }}>
    {[
      [messages.columns.date, formatFileDay(document.upload_date)],
      [messages.columns.time, formatTime(document.upload_date)],
      [messages.columns.type, typeOf(document)],
    ].map(([name, value]) => (
      <Group key={name} gap={4}>
        <Text component="dt" inherit c="dimmed">
          {name}
        </Text>
        <Text component="dd" inherit m={0}>
          {value}
        </Text>
      </Group>
    ))}
  </Group>
)

type SelectProps = Pick<Props, 'selection' | 'onSelect'>

const SelectAll = ({ selection, onSelect }: SelectProps) => (
  <Checkbox
    aria-label={messages.selectAll}
    checked={selection.page === 'all'}
    indeterminate={selection.page === 'some'}
    onChange={() => {
      selection.togglePage()
      onSelect()
    }}
  />
)

const Select = ({ document, selection, onSelect }: SelectProps & { document: Document }) => (
  <Checkbox
    aria-label={selection.label(document)}
    checked={selection.has(document)}
    onChange={() => {
      selection.toggle(document, false)
      onSelect()
    }}
  />
)

const columnsOf = ({
  documents,
  order,
  onOrder,
  selection,
  onSelect,
  categoryOf,
  ...props
}: Props): Column<Document>[] => [
  {
    key: 'select',
    header: <SelectAll selection={selection} onSelect={onSelect} />,
    cell: (document) => <Select document={document} selection={selection} onSelect={onSelect} />,
  },
  {
    key: 'date',
    sort: order === 'desc' ? 'descending' : 'ascending',
    header: (
      <SortButton order={order} onClick={() => onOrder(order === 'desc' ? 'asc' : 'desc')}>
        {messages.columns.date}
      </SortButton>
    ),
    cell: (document) => whole(formatFileDay(document.upload_date)),
  },
  { key: 'time', header: messages.columns.time, cell: (document) => whole(formatTime(document.upload_date)) },
  { key: 'name', header: messages.columns.name, rowHeader: true, cell: (document) => <Name document={document} /> },
  { key: 'type', header: messages.columns.type, cell: typeOf },
  ...(categoryOf ? [{ key: 'category', header: messages.staff.category, cell: categoryOf }] : []),
  {
    key: 'actions',
    header: messages.columns.actions,
    hideHeader: true,
    cell: (document) => (
      <DocumentActions document={document} reserveDelete={documents.some(({ deletable }) => deletable)} {...props} />
    ),
  },
]

const DocumentCard = ({
  document,
  selection,
  onSelect,
  categoryOf,
  ...props
}: SelectProps & ActionsProps & Pick<Props, 'categoryOf'>) => (
  <>
    <div className={styles.head}>
      <div className={styles.icon}>
        <FileIcon document={document} />
      </div>
      <div className={styles.box}>
        <Select document={document} selection={selection} onSelect={onSelect} />
      </div>
      <Text fw={600} id={nameId(document.file_id)} tabIndex={-1} className={styles.name}>
        <InWords name={document.file_name} />
      </Text>
    </div>
    <Stack gap={4} mb="sm">
      <Facts document={document} />
      <Text size="sm" c="dimmed">
        {detailsOf(document)}
      </Text>
      <ScanNote state={document.scan_state} />
      {categoryOf?.(document)}
    </Stack>
    <DocumentActions document={document} wrap="wrap" {...props} />
  </>
)

/** What the list shows of a patient's documents. */
export const documentParts = (props: Props): ListParts<Document> => ({
  rows: props.documents,
  rowKey: (document) => document.file_id,
  empty: <EmptyState icon={IconFiles} {...(props.noneFound ?? { title: messages.empty })} />,
  onRowDoubleClick: props.onDownload,
  rowTitle: messages.rowTooltip,
  columns: columnsOf(props),
  card: (document) => <DocumentCard document={document} {...props} />,
})
