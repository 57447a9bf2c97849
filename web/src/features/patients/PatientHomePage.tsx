import { listMyDocuments } from '@fornix/contract'
import { Card, SimpleGrid, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCalendarEvent, IconFiles, IconShieldCheck, IconUpload, type TablerIcon } from '@tabler/icons-react'
import { type ComponentType, Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useCall } from '../../platform/api.ts'
import { useSession } from '../../platform/session.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { UnsavedGuard } from '../../ui/edit/UnsavedGuard.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SummaryList } from '../../ui/SummaryList.tsx'
import { ContactSection } from './ContactSection.tsx'
import { MedicalSection } from './MedicalSection.tsx'
import { messages } from './messages.ts'
import classes from './patients.module.css'
import { type PatientRecord, useOwnRecord } from './use-patient-record.ts'

type Tile = { title: string; text: string; to: string; icon: TablerIcon }

const Tiles = ({ tiles }: { tiles: Tile[] }) => (
  <SimpleGrid component="nav" aria-label={messages.home.shortcuts} cols={{ base: 2, sm: 4 }} spacing="sm">
    {tiles.map(({ title, text, to, icon: Icon }) => (
      <Card key={to} component={Link} to={to} withBorder radius="lg" p="md">
        <ThemeIcon size={40} radius="md" variant="light">
          <Icon size={22} aria-hidden />
        </ThemeIcon>
        <Text fw={600} mt="xs">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </Card>
    ))}
  </SimpleGrid>
)

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

/** A patient's own page: /profile, and the Profile tab of the patient area. `cards` of other features stand on top. */
export const PatientHomePage = ({ cards }: { cards: ComponentType[] }) => {
  const user = useSession()?.user
  const { query, record } = useOwnRecord(user?.email ?? '')
  const files = useCall(
    listMyDocuments,
    { params: { key: user?.patient_id ?? '' }, query: {} },
    { enabled: Boolean(user?.patient_id) },
  )
  const firstName = record?.patient.first_name ?? user?.first_name ?? ''
  // Later pages (scans, claims) join here.
  const tiles: Tile[] = [
    {
      title: messages.home.book,
      text: messages.home.bookHint,
      to: paths.patientTab('appointment'),
      icon: IconCalendarEvent,
    },
    {
      title: messages.home.files,
      text: files.data ? messages.home.filesCount(files.data.total) : messages.home.filesHint,
      to: paths.files,
      icon: IconFiles,
    },
    {
      title: messages.home.upload,
      text: messages.home.uploadHint,
      to: paths.patientTab('uploadfile'),
      icon: IconUpload,
    },
    {
      title: messages.home.accessLog,
      text: messages.home.accessLogHint,
      to: paths.accessLog,
      icon: IconShieldCheck,
    },
  ]
  return (
    <UnsavedGuard>
      <Stack gap="lg" className={classes.own}>
        <PageTitle
          title={messages.home.greeting(new Date().getHours(), firstName)}
          documentTitle={messages.home.title}
          subtitle={messages.home.next}
        />
        {cards.map((Card, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <Suspense key={n} fallback={<Skeleton height={132} radius="lg" />}>
            <Card />
          </Suspense>
        ))}
        <Tiles tiles={tiles} />
        {!record && query.isPending && <LoadingState />}
        {!record && query.isError && (
          <ErrorState message={messages.details.fetchFailed} onRetry={() => void query.refetch()} />
        )}
        {record && (
          <>
            <ContactSection record={record} />
            <Care patient={record.patient} />
            <MedicalSection record={record} own />
          </>
        )}
      </Stack>
    </UnsavedGuard>
  )
}
