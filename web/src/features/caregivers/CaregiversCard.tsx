import { type Caregiver, endMyCaregiver, listMyCaregivers } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { refreshIfLost, send, useCall } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { DestructiveDialog } from '../../ui/dialog/DestructiveDialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { Section } from '../../ui/display/Section.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import type { CareDialogState } from './CareDialog.tsx'
import { CaregiverList } from './CaregiverList.tsx'
import { DoneNotice } from './DoneNotice.tsx'
import { messages } from './messages.ts'

const CareDialog = lazyDialog(async () => (await import('./CareDialog.tsx')).CareDialog, { dialog: undefined })

const Buttons = ({
  caregiver,
  onAsk,
  onEnd,
}: {
  caregiver: Caregiver
  onAsk: (dialog: CareDialogState) => void
  onEnd: () => void
}) => {
  const name = nameOf(caregiver)
  return (
    <>
      {caregiver.state === 'invited' && (
        <Button
          variant="default"
          aria-label={messages.againOf(name)}
          onClick={() => onAsk({ what: 'invite', existing: caregiver })}
        >
          {messages.again}
        </Button>
      )}
      {caregiver.accepted_at && (
        <Button
          variant="default"
          aria-label={messages.changeOf(name)}
          onClick={() => onAsk({ what: 'change', caregiver })}
        >
          {messages.change}
        </Button>
      )}
      <Button variant="default" aria-label={messages.endOf(name)} onClick={onEnd}>
        {messages.end}
      </Button>
    </>
  )
}

/** For patients: who acts for them, in what and until when. */
export const CaregiversCard = () => {
  const query = useCall(listMyCaregivers, {})
  const [dialog, setDialog] = useState<CareDialogState>()
  const [ending, setEnding] = useState<Caregiver>()
  const [doneSentence, setDoneSentence] = useState('')
  const close = () => setDialog(undefined)
  const done = (sentence: string) => {
    close()
    setDoneSentence(sentence)
  }
  const end = (caregiver: Caregiver) => {
    setDoneSentence('')
    setEnding(caregiver)
  }
  const caregivers = query.data?.caregivers
  return (
    <Section title={messages.title} lead={messages.lead}>
      {query.isPending ? (
        <LoadingState rows={1} />
      ) : !caregivers ? (
        <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />
      ) : (
        <Stack align="stretch" gap="sm">
          <DoneNotice sentence={doneSentence} />
          <CaregiverList
            caregivers={caregivers}
            texts={messages}
            buttons={(caregiver) => <Buttons caregiver={caregiver} onAsk={setDialog} onEnd={() => end(caregiver)} />}
          />
          <Text size="sm" c="dimmed">
            {messages.never}
          </Text>
          <Button
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => {
              setDoneSentence('')
              setDialog({ what: 'invite' })
            }}
          >
            {messages.invite}
          </Button>
        </Stack>
      )}
      <CareDialog dialog={dialog} onClose={close} onDone={done} />
      <DestructiveDialog
        subject={ending}
        title={ending ? messages.endTitle(nameOf(ending)) : ''}
        text={(caregiver) => messages.endText(nameOf(caregiver))}
        keepLabel={messages.keep}
        confirmLabel={messages.end}
        run={({ caregiver_id }) => refreshIfLost(send(endMyCaregiver, { params: { caregiver_id } }), query.refetch)}
        sentenceOf={(error) => failureSentence(error, messages.notSaved, isForReader)}
        onClose={() => setEnding(undefined)}
        onDone={(caregiver) => void query.refetch().then(() => setDoneSentence(messages.ended(nameOf(caregiver))))}
      />
    </Section>
  )
}
