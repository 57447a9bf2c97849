import { Alert, Button } from '@mantine/core'
import { IconLock, IconUrgent } from '@tabler/icons-react'
import { askForEmergency, useMayOpenInEmergency } from '../../platform/calls/emergency.ts'
import { messages } from '../shell/messages.ts'

const EmergencyButton = ({ patientKey }: { patientKey: string }) =>
  useMayOpenInEmergency() && (
    <Button
      display="block"
      mt="sm"
      size="compact-md"
      variant="outline"
      color="red"
      leftSection={<IconUrgent size={18} aria-hidden />}
      onClick={() => askForEmergency(patientKey)}
    >
      {messages.nav.emergencyAccess}
    </Button>
  )

/** Shown in place of what the project withholds from the caller's role, and says so. `patientKey`: emergency access opens it. */
export const WithheldNote = ({ children, patientKey }: { children: string; patientKey?: string }) => (
  <Alert color="gray" icon={<IconLock aria-hidden />} role="note">
    <div>{children}</div>
    {patientKey && <EmergencyButton patientKey={patientKey} />}
  </Alert>
)
