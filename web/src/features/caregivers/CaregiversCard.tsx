import { type Caregiver, endMyCaregiver, inviteMyCaregiver, listMyCaregivers } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { send, useCall, useSend } from '../../platform/calls/api.ts'
import { DestructiveDialog } from '../../ui/dialog/DestructiveDialog.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Section } from '../../ui/display/Section.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { CaregiverList, nameOf } from './CaregiverList.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { InviteForm } from './InviteForm.tsx'
import { messages } from './messages.ts'
import { Said } from './Said.tsx'

type Asked = { what: 'invite'; known?: Caregiver } | { what: 'change'; caregiver: Caregiver }

const Buttons = ({
  caregiver,
  onAsk,
  onEnd,
}: {
  caregiver: Caregiver
  onAsk: (asked: Asked) => void
  onEnd: () => void
}) => {
  const name = nameOf(caregiver)
  return (
    <>
      {caregiver.state === 'invited' && (
        <Button
          variant="default"
          aria-label={messages.againOf(name)}
          onClick={() => onAsk({ what: 'invite', known: caregiver })}
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
  const inviting = useSend(inviteMyCaregiver, { refreshes: [listMyCaregivers] })
  const [asked, setAsked] = useState<Asked>()
  const [ending, setEnding] = useState<Caregiver>()
  const [said, setSaid] = useState('')
  const close = () => setAsked(undefined)
  const done = (sentence: string) => {
    close()
    setSaid(sentence)
  }
  const end = (caregiver: Caregiver) => {
    setSaid('')
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
          <Said sentence={said} />
          {caregivers.length === 0 ? (
            <Text>{messages.none}</Text>
          ) : (
            <CaregiverList
              caregivers={caregivers}
              label={messages.title}
              states={messages.states}
              buttons={(caregiver) => <Buttons caregiver={caregiver} onAsk={setAsked} onEnd={() => end(caregiver)} />}
            />
          )}
          <Text size="sm" c="dimmed">
            {messages.never}
          </Text>
          <Button
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => {
              setSaid('')
              setAsked({ what: 'invite' })
            }}
          >
            {messages.invite}
          </Button>
        </Stack>
      )}
      <Modal
        opened={asked !== undefined}
        onClose={close}
        title={asked?.what === 'change' ? messages.changeOf(nameOf(asked.caregiver)) : messages.invite}
        size="lg"
      >
        {asked?.what === 'change' && (
          <ChangeForm caregiver={asked.caregiver} onDone={() => done(messages.saved)} onCancel={close} />
        )}
        {asked?.what === 'invite' && (
          <InviteForm
            label={messages.invite}
            lead={messages.inviteLead}
            known={asked.known}
            send={(body) => inviting.mutateAsync({ body })}
            onDone={(name) => done(messages.sent(name))}
            onCancel={close}
          />
        )}
      </Modal>
      <DestructiveDialog
        subject={ending}
        title={ending ? messages.endTitle(nameOf(ending)) : ''}
        text={(caregiver) => messages.endText(nameOf(caregiver))}
        keepLabel={messages.keep}
        confirmLabel={messages.end}
        run={({ caregiver_id }) => send(endMyCaregiver, { params: { caregiver_id } })}
        sentenceOf={() => messages.notSaved}
        onClose={() => setEnding(undefined)}
        onDone={(caregiver) => void query.refetch().then(() => setSaid(messages.ended(nameOf(caregiver))))}
      />
    </Section>
  )
}
