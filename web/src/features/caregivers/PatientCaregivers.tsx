import { admins, type Caregiver, endCaregiver, getPatientInfo, inviteCaregiver, listCaregivers } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { refreshIfLost, send, useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { DestructiveDialog } from '../../ui/dialog/DestructiveDialog.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { formatMediumDay } from '../../ui/display/dates.ts'
import { nameOf } from '../../ui/display/names.ts'
import { Section } from '../../ui/display/Section.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { CaregiverList } from './CaregiverList.tsx'
import { DoneNotice } from './DoneNotice.tsx'
import { InviteForm } from './InviteForm.tsx'
import { messages } from './messages.ts'
import { staffMessages } from './staff-messages.ts'

const texts = staffMessages

type ButtonsProps = { caregiver: Caregiver; onAgain: (() => void) | undefined; onEnd: () => void }

const CaregiverButtons = ({ caregiver, onAgain, onEnd }: ButtonsProps) => (
  <>
    {onAgain && caregiver.state === 'invited' && (
      <Button variant="default" aria-label={messages.againOf(nameOf(caregiver))} onClick={onAgain}>
        {messages.again}
      </Button>
    )}
    <Button variant="default" aria-label={messages.endOf(nameOf(caregiver))} onClick={onEnd}>
      {messages.end}
    </Button>
  </>
)

/** On a record, for staff: who acts for the patient. */
export const PatientCaregivers = ({ patientKey }: { patientKey: string }) => {
  const params = { key: patientKey }
  const query = useCall(listCaregivers, { params })
  const role = useSession()?.role
  const record = useCall(getPatientInfo, { params }).data?.patient
  const patient = record ? nameOf(record) : texts.patient
  const inviting = useSend(inviteCaregiver, { refreshes: [listCaregivers] })
  const [asking, setAsking] = useState<{ existing?: Caregiver }>()
  const [ending, setEnding] = useState<Caregiver>()
  const [doneSentence, setDoneSentence] = useState('')
  const ask = (about: { existing?: Caregiver }) => {
    setDoneSentence('')
    setAsking(about)
  }
  if (query.isPending) return <LoadingState rows={2} />
  if (!query.data) return <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />
  const { caregivers, has_account } = query.data
  const mayInvite = !has_account && admins.some((admin) => admin === role)
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="sm">
        <DoneNotice sentence={doneSentence} />
        <CaregiverList
          caregivers={caregivers}
          texts={{
            ...texts,
            undelivered: mayInvite ? messages.undelivered : texts.undelivered(has_account),
            held: mayInvite ? messages.held : texts.held,
            expiredLink: mayInvite ? messages.expiredLink : texts.expiredLink,
          }}
          note={({ invited_by, invited_at }) => texts.by(invited_by, formatMediumDay(invited_at))}
          buttons={(caregiver) => (
            <CaregiverButtons
              caregiver={caregiver}
              onAgain={mayInvite ? () => ask({ existing: caregiver }) : undefined}
              onEnd={() => {
                setDoneSentence('')
                setEnding(caregiver)
              }}
            />
          )}
        />
        {mayInvite ? (
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => ask({})}>
            {texts.invite}
          </Button>
        ) : (
          <Text c="dimmed">{has_account ? texts.byPatient : texts.byAdmins}</Text>
        )}
      </Stack>
      <Modal
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={texts.inviteFor(patient)}
        size="lg"
      >
        <InviteForm
          label={texts.inviteFor(patient)}
          lead={texts.inviteLead}
          staff={{ relationship: texts.relationship(patient), areas: texts.areas, hints: texts.hints }}
          existing={asking?.existing}
          send={(body) => inviting.mutateAsync({ params, body })}
          onDone={(name) => {
            setAsking(undefined)
            setDoneSentence(messages.sent(name))
          }}
          onCancel={() => setAsking(undefined)}
        />
      </Modal>
      <DestructiveDialog
        subject={ending}
        title={ending ? messages.endTitle(nameOf(ending)) : ''}
        text={(caregiver) => texts.endText(nameOf(caregiver))}
        keepLabel={messages.keep}
        confirmLabel={messages.end}
        run={({ caregiver_id }) =>
          refreshIfLost(send(endCaregiver, { params: { ...params, caregiver_id } }), query.refetch)
        }
        sentenceOf={(error) => failureSentence(error, messages.notSaved, isForReader)}
        onClose={() => setEnding(undefined)}
        onDone={(caregiver) => void query.refetch().then(() => setDoneSentence(texts.ended(nameOf(caregiver))))}
      />
    </Section>
  )
}
