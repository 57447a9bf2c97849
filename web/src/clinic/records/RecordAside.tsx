import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { nameOf } from '../../ui/display/names.ts'

type Props = { patient: Parameters<typeof nameOf>[0] & { patient_id: string } }

/** A name that opens the patient's record in a window of its own, for comparison. */
export const RecordAside = ({ patient }: Props) => (
  <Anchor component={Link} to={recordAddress(patient.patient_id)} target="_blank" size="sm" td="underline">
    {nameOf(patient)}
  </Anchor>
)
