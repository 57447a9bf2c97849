import type { Document } from '@fornix/contract'
import { ActionIcon, Button, Checkbox, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { formatDay, formatTime } from '../../ui/display/dates.ts'
import { ScanNote } from '../../ui/display/ScanNote.tsx'
import type { ListParts } from '../../ui/list/DataList.tsx'
import { SortButton } from '../../ui/list/SortButton.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { messages } from './messages.ts'

type Props = {
  documents: Document[]
  order: 'asc' | 'desc'
  onOrder: (order: 'asc' | 'desc') => void
  selected: ReadonlySet<string>
  onSelect: (fileIds: ReadonlySet<string>) => void
  onDownload: (document: Document) => void
  onDelete: (document: Document) => void
}

const typeOf = (document: Document) => document.file_type || messages.missingType

const whole = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>

type ActionsProps = Pick<Props, 'onDownload' | 'onDelete'> & { document: Document }

const Actions = ({ document, onDownload, onDelete }: ActionsProps) => (
  <Group gap="xs" wrap="nowrap" justify="flex-end">
    {document.kind === 'authorization_form' && (
      <Button
        component={Link}
        to={paths.signedForm(document.file_id)}
        size="xs"
        fz="sm"
        variant="default"
        aria-label={messages.readNamed(document.file_name)}
      >
        {messages.read}
      </Button>
    )}
    {document.scan_state !== 'quarantined' && (
      <Button
        size="xs"
        fz="sm"
        variant="light"
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-label={messages.downloadNamed(document.file_name)}
        onClick={() => onDownload(document)}
      >
        {messages.download}
      </Button>
    )}
    {document.deletable && (
      <Tooltip label={messages.delete}>
        <ActionIcon
          size={30}
          variant="subtle"
          color="red"
          aria-label={messages.deleteNamed(document.file_name)}
          onClick={() => onDelete(document)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )}
  </Group>
)

const Name = ({ document }: { document: Document }) => (
  <>
    <Text fw={600} fz="sm" style={{ overflowWrap: 'anywhere' }}>
      {document.file_name}
    </Text>
    <ScanNote state={document.scan_state} />
  </>
)

/** What the list shows of a patient's documents. */
export const documentParts = ({ documents, order, selected, ...props }: Props): ListParts<Document> => {
  const toggle = (fileId: string) => {
    const next = new Set(selected)
    if (!next.delete(fileId)) next.add(fileId)
    props.onSelect(next)
  }
  const tick = (document: Document) => (
    <Checkbox
      aria-label={messages.selectNamed(document.file_name)}
      checked={selected.has(document.file_id)}
      onChange={() => toggle(document.file_id)}
    />
  )
  const allSelected = documents.length > 0 && documents.every(({ file_id }) => selected.has(file_id))
  return {
    rows: documents,
    rowKey: (document) => document.file_id,
    empty: <EmptyState title={messages.empty} />,
    onRowDoubleClick: props.onDownload,
    rowTitle: messages.rowTooltip,
    columns: [
      {
        key: 'select',
        header: (
          <Checkbox
            aria-label={messages.selectAll}
            checked={allSelected}
            indeterminate={!allSelected && selected.size > 0}
            onChange={() => props.onSelect(new Set(allSelected ? [] : documents.map(({ file_id }) => file_id)))}
          />
        ),
        cell: tick,
      },
      {
        key: 'date',
        sort: order === 'desc' ? 'descending' : 'ascending',
        header: (
          <SortButton order={order} onClick={() => props.onOrder(order === 'desc' ? 'asc' : 'desc')}>
            {messages.columns.date}
          </SortButton>
        ),
        cell: (document) => whole(formatDay(document.upload_date)),
      },
      {
        key: 'time',
        header: messages.columns.time,
        cell: (document) => whole(formatTime(document.upload_date)),
      },
      {
        key: 'name',
        header: messages.columns.name,
        rowHeader: true,
        cell: (document) => <Name document={document} />,
      },
      { key: 'type', header: messages.columns.type, cell: typeOf },
      {
        key: 'actions',
        header: messages.columns.actions,
        hideHeader: true,
        cell: (document) => <Actions document={document} {...props} />,
      },
    ],
    card: (document) => (
      <>
        <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {document.file_name}
          </Text>
          {tick(document)}
        </Group>
        <Stack gap={4} mb="sm">
          <Text size="sm" c="dimmed">
            {formatDay(document.upload_date)} · {formatTime(document.upload_date)} · {typeOf(document)}
          </Text>
          <ScanNote state={document.scan_state} />
        </Stack>
        <Actions document={document} {...props} />
      </>
    ),
  }
}
