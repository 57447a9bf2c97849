import { Button, Card, Group, Title } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { SummaryColumns } from '../../ui/display/SummaryList.tsx'
import { messages } from './messages.ts'
import { CareSummary, ContactSummary, MedicalSummary } from './summaries.tsx'
import type { OwnRecord } from './use-patient-record.ts'

/** The record on a patient's home, read-only; it is edited on its own page. */
export const ProfileCard = ({ record: { patient, medicalInformation } }: { record: OwnRecord }) => {
  const { firstName } = useCared()
  const parts = [
    [messages.sections.contact, <ContactSummary key="contact" patient={patient} />],
    [messages.own.care(firstName), <CareSummary key="care" patient={patient} />],
    [messages.sections.medical, <MedicalSummary key="medical" medical={medicalInformation} own below={patient} />],
  ] as const
  return (
    <Card component="section" aria-labelledby="my-profile">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="my-profile">
          {messages.own.title(firstName)}
        </Title>
        <Button
          component={Link}
          to={paths.patientTab('profile')}
          variant="light"
          leftSection={<IconEdit size={16} aria-hidden />}
        >
          {messages.own.edit(firstName)}
        </Button>
      </Group>
      {parts.map(([title, summary]) => (
        <div key={title}>
          <Title order={3} size="h5" mt="md">
            {title}
          </Title>
          <SummaryColumns>{summary}</SummaryColumns>
        </div>
      ))}
    </Card>
  )
}
