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

/** The staff's Reimbursement tab of a patient. */
export const PatientReimbursements = ({ patientKey }: { patientKey: string }) => {
  const { list, figures, add, change, remove, download } = usePatientReimbursements(patientKey)
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Reimbursement>()
  const [deleting, setDeleting] = useState<Reimbursement>()
  const [{ said, problem }, tell] = useState<Outcome>({})
  const confirmDelete = async () => {
    if (!deleting) return
    try {
      await remove(deleting.id)
      tell({ said: messages.deleted })
    } catch (error) {
      tell({ problem: sentenceOf(error) })
    }
    setDeleting(undefined)
  }
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Text role="status" size="sm">
          {said}
        </Text>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          {messages.add}
        </Button>
      </Group>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <ReimbursementList
        {...list}
        onDownload={(row) => {
          tell({})
          download(row).catch((error: unknown) => tell({ problem: fileSentence(error, messages.downloadFailed) }))
        }}
        actions={(row) => (
          <>
            <ActionIcon
              size={30}
              variant="subtle"
              aria-label={messages.editOf(row.description)}
              onClick={() => setEditing(row)}
            >
              <IconEdit size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size={30}
              variant="subtle"
              color="red"
              aria-label={messages.deleteOf(row.description)}
              onClick={() => setDeleting(row)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </>
        )}
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
          tell({ said: messages.saved })
        }}
      />
      <EditDrawer
        row={editing}
        change={change}
        onClose={() => setEditing(undefined)}
        onDone={() => {
          setEditing(undefined)
          tell({ said: messages.saved })
        }}
      />
      <Modal opened={deleting !== undefined} onClose={() => setDeleting(undefined)} title={messages.deleteTitle}>
        <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
          {deleting && messages.deleteText(deleting.description, formatMoney(deleting.amount))}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={() => setDeleting(undefined)}>
            {messages.cancel}
          </Button>
          <Button color="red" onClick={() => void confirmDelete()}>
            {messages.delete}
          </Button>
        </Group>
      </Modal>
    </Stack>
  )
}
