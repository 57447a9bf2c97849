import type { Reimbursement } from '@fornix/contract'
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { WithheldNote } from '../../clinic/records/WithheldNote.tsx'
import { useWithheld } from '../../platform/calls/rights.ts'
import { failureSentence, isForReader, staleBodyOf } from '../../platform/http/failure.ts'
import { DestructiveDialog } from '../../ui/dialog/DestructiveDialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { Figures } from './Figures.tsx'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import { ReimbursementList } from './ReimbursementList.tsx'
import { usePatientReimbursements } from './use-reimbursements.ts'

const AddDrawer = lazyDialog(async () => (await import('./AddDrawer.tsx')).AddDrawer, { opened: false })
const EditDrawer = lazyDialog(async () => (await import('./EditDrawer.tsx')).EditDrawer, { row: undefined })

type Outcome = { doneSentence?: string; problem?: string }

const sentenceOf = (error: unknown) => failureSentence(error, messages.deleteFailed, isForReader)

type EditProps = { row: Reimbursement; onEdit: () => void; onDelete: () => void }

const EditButtons = ({ row, onEdit, onDelete }: EditProps) => (
  <>
    {row.waiting && !row.waiting.is_mine && (
      <Button size="xs" fz="sm" variant="light" aria-label={messages.waiting.openOf(row.description)} onClick={onEdit}>
        {messages.waiting.open}
      </Button>
    )}
    <ActionIcon size={30} variant="subtle" aria-label={messages.editOf(row.description)} onClick={onEdit}>
      <IconEdit size={18} aria-hidden />
    </ActionIcon>
    {/* A paid request stays on record. */}
    {row.status !== 'Paid' && (
      <ActionIcon
        size={30}
        variant="subtle"
        color="red"
        aria-label={messages.deleteOf(row.description)}
        onClick={onDelete}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    )}
  </>
)

const OutcomeBar = ({ doneSentence, problem, onAdd }: Outcome & { onAdd: () => void }) => (
  <>
    <Group justify="space-between">
      <Text role="status" size="sm">
        {doneSentence}
      </Text>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
        {messages.add}
      </Button>
    </Group>
    {problem && <ErrorAlert>{problem}</ErrorAlert>}
  </>
)

/** The staff's Reimbursement tab of a patient. */
export const PatientReimbursements = ({ patientKey }: { patientKey: string }) => {
  const { list, figures, add, change, remove, removeReceipt, download } = usePatientReimbursements(patientKey)
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Reimbursement>()
  const [deleting, setDeleting] = useState<Reimbursement>()
  const [outcome, setOutcome] = useState<Outcome>({})
  const withheld = useWithheld('decide_money')
  return (
    <Stack gap="lg">
      <OutcomeBar {...outcome} onAdd={() => setAdding(true)} />
      {withheld && <WithheldNote>{withheld}</WithheldNote>}
      <Figures totals={figures} />
      <ReimbursementList
        {...list}
        removal={
          withheld ? undefined : { remove: removeReceipt, onDone: () => setOutcome({ doneSentence: messages.removed }) }
        }
        onDownload={(row) => {
          setOutcome({})
          download(row).catch((error: unknown) =>
            setOutcome({ problem: failureSentence(error, messages.downloadFailed, isForReader) }),
          )
        }}
        actions={(row) =>
          !withheld && <EditButtons row={row} onEdit={() => setEditing(row)} onDelete={() => setDeleting(row)} />
        }
      />
      <AddDrawer
        draft={`reimbursement.${patientKey}`}
        opened={adding}
        add={add}
        onClose={() => setAdding(false)}
        onDone={() => {
          setAdding(false)
          setOutcome({ doneSentence: messages.saved })
        }}
      />
      <EditDrawer
        row={editing}
        change={change}
        receipt={list.receipt}
        onClose={() => setEditing(undefined)}
        onDone={({ waiting }) => {
          setEditing(undefined)
          setOutcome({ doneSentence: waiting ? messages.waiting.said : messages.saved })
        }}
      />
      <DestructiveDialog
        subject={deleting}
        title={messages.deleteTitle}
        text={({ description, amount, status }) => messages.deleteText(description, formatMoney(amount), status)}
        details={({ history }) =>
          history.some(({ status }) => status !== 'Submitted') && <Text>{messages.deleteNotice}</Text>
        }
        keepLabel={messages.cancel}
        confirmLabel={messages.delete}
        run={(row) =>
          remove(row).catch((error: unknown) => {
            const saved = staleBodyOf<Reimbursement>(error, 'reimbursement')
            if (saved) setDeleting(saved)
            throw error
          })
        }
        sentenceOf={sentenceOf}
        onClose={() => setDeleting(undefined)}
        onDone={() => setOutcome({ doneSentence: messages.deleted })}
      />
    </Stack>
  )
}
