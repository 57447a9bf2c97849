import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { messages } from '../../platform/base/messages.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'

type Record = { patient_id: string; name: string; dob: string; mrn_number?: string; is_deleted: boolean }

/** Breaks nowhere at its hyphens. */
const whole = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>

/** Whose it is, with what tells people of one name apart; the way to the record, as long as there is one. */
export const RecordOf = ({ record }: { record: Record | null }) => {
  if (!record) return null
  const { patient_id, name, dob, mrn_number, is_deleted } = record
  if (!patient_id) return <Text size="sm">{messages.record.none}</Text>
  return (
    <>
      {is_deleted ? (
        <Text size="sm">
          {name} ({messages.record.deleted})
        </Text>
      ) : (
        <Anchor component={Link} to={recordAddress(patient_id)} size="sm">
          {name}
        </Anchor>
      )}
      <Text size="sm" c="dimmed">
        {dob && <>{whole(dob)} · </>}
        {mrn_number && <>{whole(mrn_number)} · </>}
        {whole(patient_id)}
      </Text>
    </>
  )
}
