import { Text, Title } from '@mantine/core'
import { VisitBadge } from '../../clinic/visits/VisitBadge.tsx'
import { useConfigQuery } from '../../platform/calls/config.ts'
import { AppointmentsPanel } from './AppointmentsPanel.tsx'
import { ExternalWidget } from './ExternalWidget.tsx'
import { messages } from './messages.ts'
import { UntilConfig } from './UntilConfig.tsx'

/** The Appointment tab of a record: staff book, move and cancel for the patient. */
export const PatientAppointments = ({ patientKey }: { patientKey: string }) => {
  const query = useConfigQuery()
  const config = query.data
  if (!config) return <UntilConfig query={query} />
  if (config.scheduling_url) return <ExternalWidget url={config.scheduling_url} />
  return (
    <AppointmentsPanel
      key={patientKey}
      patientKey={patientKey}
      markOf={({ status, visit }) =>
        status === 'booked' && visit && visit !== 'expected' ? <VisitBadge status={visit} /> : undefined
      }
      title={(_, facts) => (
        <div>
          <Title order={2} size="h3">
            {messages.forPatient}
          </Title>
          <Text component="div" size="sm" c="dimmed">
            {facts}
          </Text>
        </div>
      )}
    />
  )
}
