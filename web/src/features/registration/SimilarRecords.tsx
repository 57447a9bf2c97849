import type { SimilarRecord } from '@fornix/contract'
import { Badge, Text } from '@mantine/core'
import { birthOf, mrnOf } from '../../clinic/records/patient-identity.ts'
import { RecordAside } from '../../clinic/records/RecordAside.tsx'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { staffMessages } from './staff-messages.ts'

const texts = staffMessages.similar

/** Records that a person who registered may already have. Opened beside the list, for comparison. */
export const SimilarRecords = ({ records = [] }: { records: SimilarRecord[] | undefined }) =>
  records.length > 0 && (
    <div>
      <Badge component="span" size="sm" color="amber" variant="light">
        {texts.title}
      </Badge>
      {records.map((record) => (
        <Text key={record.patient_id} size="sm" component="div">
          <WholeFacts>
            {[
              <RecordAside key="name" patient={record} />,
              birthOf({ dob: record.dob ?? '', age: null }),
              mrnOf(record),
              texts.shares(record.shares),
            ]}
          </WholeFacts>
        </Text>
      ))}
    </div>
  )
