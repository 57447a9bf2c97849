import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { recordWords } from './record-words.ts'

type ShownRecord = { patient_id: string; name: string; dob: string; mrn_number?: string; is_deleted: boolean }

/** Whose it is, with what tells people of the same name apart; links to the record as long as there is one. */
export const RecordOf = ({ record }: { record: ShownRecord | null }) => {
  if (!record) return null
  const { patient_id, name, dob, mrn_number, is_deleted } = record
  if (!patient_id) return <Text size="sm">{recordWords.record.none}</Text>
  return (
    <>
      {is_deleted ? (
        <Text size="sm">
          {name} ({recordWords.record.deleted})
        </Text>
      ) : (
        <Anchor component={Link} to={recordAddress(patient_id)} size="sm">
          {name}
        </Anchor>
      )}
      {/* A table's column would shrink until a date breaks at its hyphens. */}
      <Text size="sm" c="dimmed" miw={96}>
        <WholeFacts>{[dob, mrn_number, patient_id].filter(Boolean).join(' · ')}</WholeFacts>
      </Text>
    </>
  )
}
