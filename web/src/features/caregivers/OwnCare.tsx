import { stopCaring } from '@fornix/contract'
import { Button, List } from '@mantine/core'
import { useState } from 'react'
import { areaNames } from '../../clinic/records/care-areas.ts'
import { showNotice } from '../../platform/base/notice.ts'
import { send } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { endSession, type Session, useSession } from '../../platform/session/session.tsx'
import { DestructiveDialog } from '../../ui/dialog/DestructiveDialog.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { Section } from '../../ui/display/Section.tsx'
import { CaregiversCard } from './CaregiversCard.tsx'
import { messages } from './messages.ts'

const texts = messages.acting

/** For a caregiver: what was shared, and how to give it up for good. */
const ActingCard = ({ session, areas }: { session: Session; areas: NonNullable<Session['acting']>['areas'] }) => {
  const patient = nameOf(session.user)
  const [asking, setAsking] = useState(false)
  return (
    <Section title={texts.title(patient)} lead={texts.lead}>
      <List mb="md">
        {areaNames(areas).map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
      <Button variant="light" color="red" style={{ alignSelf: 'flex-start' }} onClick={() => setAsking(true)}>
        {texts.stop}
      </Button>
      <DestructiveDialog
        subject={asking ? patient : undefined}
        title={texts.stopTitle}
        text={texts.stopText}
        keepLabel={messages.keep}
        confirmLabel={texts.stop}
        run={() => send(stopCaring, {})}
        sentenceOf={(error) => failureSentence(error, messages.notSaved, isForReader)}
        onClose={() => setAsking(false)}
        onDone={() => {
          endSession('logout')
          showNotice('stoppedActing')
        }}
      />
    </Section>
  )
}

/** On the account page: who acts for the patient, or for whom the user acts. */
export const OwnCare = () => {
  const session = useSession()
  if (session?.acting) return <ActingCard session={session} areas={session.acting.areas} />
  return <CaregiversCard />
}
