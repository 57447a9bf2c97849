import { Card, Stack, Title } from '@mantine/core'
import type { ComponentType } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { UnsavedGuard } from '../../ui/edit/UnsavedGuard.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { ContactSection } from './ContactSection.tsx'
import { type HomeTile, HomeTiles } from './HomeTiles.tsx'
import { HomeTodos } from './HomeTodos.tsx'
import { MedicalSection } from './MedicalSection.tsx'
import { messages } from './messages.ts'
import classes from './patients.module.css'
import { type PatientRecord, useOwnRecord } from './use-patient-record.ts'

const Care = ({ patient }: Pick<PatientRecord, 'patient'>) => (
  <Card component="section" withBorder radius="lg" p="lg">
    <Title order={2} size="h3" mb="sm">
      {messages.sections.care}
    </Title>
    <div className={classes.summary}>
      <SummaryList
        rows={[
          [messages.fields.mrn_number, patient.mrn_number],
          [messages.fields.physician_name, patient.physician_name],
          [messages.fields.patient_type, patient.patient_type],
          [messages.fields.indication, patient.indication.join(', ')],
          [messages.fields.age, patient.age],
        ]}
      />
    </div>
  </Card>
)

/** What other features bring to a patient's home: cards on top, what is open to do, and ways on; see record-tabs.tsx. */
export type HomeSlots = {
  /** Whether their first answers are here: what came later would move the page under a finger. */
  useReady: () => boolean
  cards: ComponentType[]
  todos: ComponentType[]
  tiles: HomeTile[]
}

/** A patient's own page: /profile, and the Profile tab of the patient area. */
export const PatientHomePage = ({ useReady, cards, todos, tiles }: HomeSlots) => {
  const user = useSession()?.user
  const { query, record } = useOwnRecord(user?.email ?? '')
  const isReady = useReady() && !query.isPending
  const firstName = record?.patient.first_name ?? user?.first_name ?? ''
  return (
    <UnsavedGuard>
      <Stack gap="lg" className={classes.own}>
        <PageTitle
          title={messages.home.greeting(new Date().getHours(), firstName)}
          documentTitle={messages.home.title}
          subtitle={messages.home.next}
        />
        {!isReady && <LoadingState rows={4} height={132} />}
        {isReady && (
          <>
            {cards.map((Card, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <Card key={n} />
            ))}
            {record && <HomeTodos record={record} todos={todos} />}
            <HomeTiles tiles={tiles} />
            {query.isLoadingError && (
              <ErrorState message={messages.home.fetchFailed} onRetry={() => void query.refetch()} />
            )}
            {record && (
              <>
                <ContactSection record={record} />
                <Care patient={record.patient} />
                <MedicalSection record={record} own />
              </>
            )}
          </>
        )}
      </Stack>
    </UnsavedGuard>
  )
}
