import type { Reimbursement } from '@fornix/contract'
import { ActionIcon, Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiFailure } from '../../platform/calls/api.ts'
import { fileSentence } from '../../platform/http/failure.ts'
import { AddDrawer } from './AddDrawer.tsx'
import { EditDrawer } from './EditDrawer.tsx'
import { Figures } from './Figures.tsx'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import { ReimbursementList } from './ReimbursementList.tsx'
import styles from './reimbursements.module.css'
import { usePatientReimbursements } from './use-reimbursements.ts'

type Outcome = { said?: string; problem?: string }

const sentenceOf = (error: unknown) =>
  error instanceof ApiFailure && error.status === 409 && error.body?.error ? error.body.error : messages.deleteFailed

type EditProps = { row: Reimbursement; onEdit: () => void; onDelete: () => void }

const EditButtons = ({ row, onEdit, onDelete }: EditProps) => (
  <>
    <ActionIcon size={30} variant="subtle" aria-label={messages.editOf(row.description)} onClick={onEdit}>
      <IconEdit size={18} aria-hidden />
    </ActionIcon>
    <ActionIcon
      size={30}
      variant="subtle"
      color="red"
      aria-label={messages.deleteOf(row.description)}
      onClick={onDelete}
    >
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  </>
)

const OutcomeBar = ({ said, problem, onAdd }: Outcome & { onAdd: () => void }) => (
  <>
    <Group justify="space-between">
      <Text role="status" size="sm">
        {said}
      </Text>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
        {messages.add}
      </Button>
    </Group>
    {problem && (
      <Alert color="red" role="alert">
        {problem}
      </Alert>
    )}
  </>
)

type DeleteProps = {
  row: Reimbursement | undefined
  remove: (id: string) => Promise<unknown>
  onClose: () => void
  onDone: (outcome: Outcome) => void
}

const DeleteModal = ({ row, remove, onClose, onDone }: DeleteProps) => {
  const confirmDelete = async () => {
    if (!row) return
    try {
      await remove(row.id)
      onDone({ said: messages.deleted })
    } catch (error) {
      onDone({ problem: sentenceOf(error) })
    }
    onClose()
  }
  return (
    <Modal opened={row !== undefined} onClose={onClose} title={messages.deleteTitle}>
      <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
        {row && messages.deleteText(row.description, formatMoney(row.amount))}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button color="red" onClick={() => void confirmDelete()}>
          {messages.delete}
        </Button>
      </Group>
    </Modal>
  )
}

/** The staff's Reimbursement tab of a patient. */
export const PatientReimbursements = ({ patientKey }: { patientKey: string }) => {
  const { list, figures, add, change, remove, download } = usePatientReimbursements(patientKey)
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Reimbursement>()
  const [deleting, setDeleting] = useState<Reimbursement>()
  const [outcome, setOutcome] = useState<Outcome>({})
  return (
    <Stack gap="lg">
      <OutcomeBar {...outcome} onAdd={() => setAdding(true)} />
      <ReimbursementList
        {...list}
        onDownload={(row) => {
          setOutcome({})
          download(row).catch((error: unknown) => setOutcome({ problem: fileSentence(error, messages.downloadFailed) }))
        }}
        actions={(row) => <EditButtons row={row} onEdit={() => setEditing(row)} onDelete={() => setDeleting(row)} />}
      />
      <div className={styles.totals}>
        <Figures totals={figures} />
      </div>
      <AddDrawer
        draft={`reimbursement.${patientKey}`}
        opened={adding}
        add={add}
        onClose={() => setAdding(false)}
        onDone={() => {
          setAdding(false)
          setOutcome({ said: messages.saved })
        }}
      />
      <EditDrawer
        row={editing}
        change={change}
        onClose={() => setEditing(undefined)}
        onDone={() => {
          setEditing(undefined)
          setOutcome({ said: messages.saved })
        }}
      />
      <DeleteModal row={deleting} remove={remove} onClose={() => setDeleting(undefined)} onDone={setOutcome} />
    </Stack>
  )
}
