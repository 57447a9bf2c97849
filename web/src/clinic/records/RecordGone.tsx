import { locateRecord, notificationPollMs, notificationStream } from '@fornix/contract'
import { Alert, Anchor, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { refreshCall, useCall } from '../../platform/calls/api.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { useLive } from '../../platform/calls/live.ts'
import { statusOf } from '../../platform/http/failure.ts'
import { messages } from './messages.ts'

const texts = messages.noPatient

/**
 * Tells staff immediately that someone deleted or merged their open record. The record stays on screen, with what
 * they were typing. `patientKey` is its patient id.
 */
export const RecordGone = ({ patientKey }: { patientKey: string }) => {
  const { data, error } = useCall(
    locateRecord,
    { params: { key: patientKey } },
    {
      // It has just been read.
      initial: { patient_id: patientKey },
      refetchInterval: notificationPollMs,
    },
  )
  useLive(notificationStream, () => void refreshCall(locateRecord))
  const holder = data && data.patient_id !== patientKey ? data.patient_id : null
  if (!holder && statusOf(error) !== 404) return null
  return (
    <Alert
      color="red"
      role="alert"
      my="sm"
      icon={<IconAlertTriangle aria-hidden />}
      title={holder ? texts.merged(holder) : texts.deleted}
    >
      <Text size="sm">{holder ? texts.mergedWhileOpen : texts.deletedHint}</Text>
      {holder && (
        <Anchor component={Link} to={recordAddress(holder)} size="sm">
          {texts.toMerged(holder)}
        </Anchor>
      )}
    </Alert>
  )
}
