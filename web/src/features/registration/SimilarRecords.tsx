import type { SimilarRecord } from '@fornix/contract'
import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import { birthOf, mrnOf } from '../../clinic/records/patient-identity.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { messages } from './messages.ts'

const texts = messages.staff.similar

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
              <Anchor
                key="name"
                component={Link}
                to={recordAddress(record.patient_id)}
                target="_blank"
                size="sm"
                td="underline"
              >
                {nameOf(record)}
              </Anchor>,
              birthOf({ dob: record.dob ?? '', age: null }),
              mrnOf(record),
              texts.shares(record.shares),
            ]}
          </WholeFacts>
        </Text>
      ))}
    </div>
  )
