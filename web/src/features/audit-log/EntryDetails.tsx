import { type AuditEntry, siteMoment, zoneAt } from '@fornix/contract'
import { Button, Group, Modal } from '@mantine/core'
import { RecordOf } from '../../clinic/records/RecordOf.tsx'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { itemInWords } from './entry-parts.tsx'
import { messages } from './messages.ts'

const { columns } = messages

type Props = { entry: AuditEntry; timeZone: string; onClose: () => void }

/** All details of an entry, with the id that the server's log stream uses for the same request. */
export const EntryDetails = ({ entry, timeZone, onClose }: Props) => {
  const { at, who, who_id, role, what, item, record, result, detail, request_id } = entry
  const rows = [
    [columns.at, `${siteMoment(at, timeZone)}, ${zoneAt(at, timeZone)}`],
    [columns.who, who],
    [messages.whoId, who_id],
    [messages.role, role],
    [columns.what, what],
    [messages.item, itemInWords(item)],
    [columns.record, record && <RecordOf record={record} />],
    [columns.result, messages.results[result]],
    [result === 'refused' ? messages.reason : messages.came, detail],
    [messages.request, request_id],
  ] as const
  return (
    <Modal opened onClose={onClose} title={messages.details}>
      <SummaryList rows={rows.filter(([, value]) => value)} />
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          {messages.close}
        </Button>
      </Group>
    </Modal>
  )
}
