import type { Document } from '@fornix/contract'
import { ActionIcon, Button, Checkbox, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { formatDay, formatTime } from '../../ui/display/dates.ts'
import { ScanNote } from '../../ui/display/ScanNote.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { SortButton } from '../../ui/list/SortButton.tsx'
import { messages } from './messages.ts'

type Props = {
  documents: Document[]
  loading: boolean
  stale: boolean
  error?: string | undefined
  onRetry: () => void
  order: 'asc' | 'desc'
  onOrder: (order: 'asc' | 'desc') => void
  selected: ReadonlySet<string>
  onSelect: (fileIds: ReadonlySet<string>) => void
  onDownload: (document: Document) => void
  onDelete: (document: Document) => void
  empty: ReactNode
}

const typeOf = (document: Document) => document.file_type || messages.missingType

const whole = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>

/** The documents of a patient: rows from 768 px, cards below. */
export const DocumentTable = ({ documents, order, selected, ...props }: Props) => {
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
  const actions = (document: Document) => (
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
          onClick={() => props.onDownload(document)}
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
            onClick={() => props.onDelete(document)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
  const allSelected = documents.length > 0 && documents.every(({ file_id }) => selected.has(file_id))
  return (
    <DataList
      rows={documents}
      rowKey={(document: Document) => document.file_id}
      loading={props.loading}
      stale={props.stale}
      error={props.error}
      onRetry={props.onRetry}
      empty={props.empty}
      onRowDoubleClick={props.onDownload}
      rowTitle={messages.rowTooltip}
      columns={[
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
          cell: (document: Document) => whole(formatDay(document.upload_date)),
        },
        {
          key: 'time',
          header: messages.columns.time,
          cell: (document: Document) => whole(formatTime(document.upload_date)),
        },
        {
          key: 'name',
          header: messages.columns.name,
          rowHeader: true,
          cell: (document: Document) => (
            <>
              <Text fw={600} fz="sm" style={{ overflowWrap: 'anywhere' }}>
                {document.file_name}
              </Text>
              <ScanNote state={document.scan_state} />
            </>
          ),
        },
        { key: 'type', header: messages.columns.type, cell: typeOf },
        { key: 'actions', header: messages.columns.actions, hideHeader: true, cell: actions },
      ]}
      card={(document: Document) => (
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
          {actions(document)}
        </>
      )}
    />
  )
}
