import { getPatientInfo, type StaffPatient } from '@fornix/contract'
import { Button, Paper, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useEffect } from 'react'
import { WithheldNote } from '../../clinic/records/WithheldNote.tsx'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useWithheld } from '../../platform/calls/rights.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { Composer } from './Composer.tsx'
import classes from './emails.module.css'
import { messages } from './messages.ts'
import { SentList, usePages } from './SentList.tsx'
import { useComposer } from './use-composer.ts'

const Emails = ({ patient }: { patient: StaffPatient }) => {
  const composer = useComposer(patient.patient_id, patient.email)
  const wide = useAtLeast('1150px')
  const [writing, { open, close }] = useDisclosure()
  const pages = usePages()
  const { onPage } = pages
  const reason = useWithheld('send_email')
  // What somebody was writing when the right was withdrawn stays.
  const withheld = composer.isEmpty ? reason : ''
  // The new email is on the first page; on a narrow window the list is what tells that it was sent.
  useEffect(() => {
    if (!composer.done) return
    close()
    onPage(1)
  }, [composer.done, close, onPage])
  const write = !wide && !withheld && (
    <Button leftSection={<IconPencil size={18} aria-hidden />} onClick={open}>
      {messages.compose.title}
    </Button>
  )
  // At any width in the same place, so that an open email stays open when a tablet is turned.
  return (
    <>
      {!wide && withheld && <WithheldNote>{withheld}</WithheldNote>}
      <div className={wide ? classes.columns : undefined}>
        <SentList patientKey={patient.patient_id} pages={pages} action={write} />
        {wide && (
          <Paper component="section" aria-label={messages.compose.title} withBorder radius="lg" p="md">
            <Title order={2} size="h3" mb="md">
              {messages.compose.title}
            </Title>
            {withheld ? <WithheldNote>{withheld}</WithheldNote> : <Composer composer={composer} patient={patient} />}
          </Paper>
        )}
      </div>
      <Modal opened={!wide && writing} onClose={close} title={messages.compose.title} fullScreen>
        <Composer composer={composer} patient={patient} />
      </Modal>
    </>
  )
}

/** The Email tab of a patient's record: what was sent, and a place to write. */
export const EmailTab = ({ patientKey }: { patientKey: string }) => {
  const query = useCall(getPatientInfo, { params: { key: patientKey } })
  if (query.isPending) return <LoadingState />
  if (query.isLoadingError) return <ErrorState message={messages.sent.failed} onRetry={() => void query.refetch()} />
  return <Emails patient={query.data.patient} />
}
