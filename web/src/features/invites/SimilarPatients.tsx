import { listPatients, searchDebounceMs } from '@fornix/contract'
import { Alert, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { birthOf, mrnOf } from '../../clinic/records/patient-identity.ts'
import { RecordAside } from '../../clinic/records/RecordAside.tsx'
import { useCall } from '../../platform/calls/api.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { staffMessages } from './staff-messages.ts'

const texts = staffMessages.patient.similar
const maxShown = 3

/** Patients already in the project with the typed name, or one that sounds similar: each person should have only one record. */
export const SimilarPatients = ({ firstName, lastName }: { firstName: string; lastName: string }) => {
  const isNamed = firstName.trim() !== '' && lastName.trim() !== ''
  const [searchQuery] = useDebouncedValue(isNamed ? `${firstName} ${lastName}`.trim() : '', searchDebounceMs)
  const { data } = useCall(listPatients, { query: { searchQuery } }, { enabled: searchQuery !== '' })
  if (!isNamed || !data || data.total === 0) return null
  return (
    <Alert color="amber" role="status" icon={<IconUsers aria-hidden />} title={texts.title(data.alike)}>
      <List size="sm" spacing={2} listStyleType="none">
        {data.patients.slice(0, maxShown).map((patient) => (
          <List.Item key={patient._id}>
            <WholeFacts>
              {[<RecordAside key="name" patient={patient} />, birthOf({ dob: patient.dob, age: null }), mrnOf(patient)]}
            </WholeFacts>
          </List.Item>
        ))}
      </List>
      {data.total > maxShown && <Text size="sm">{texts.more(data.total - maxShown)}</Text>}
      <Text size="sm" mt={4}>
        {texts.hint}
      </Text>
    </Alert>
  )
}
