import { listPhysicians } from '@fornix/contract'
import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useCall } from '../../platform/calls/api.ts'
import { nameOf } from '../../ui/display/names.ts'

/** Suggests the physicians of the project; any other name is of somebody outside the portal. */
export const PhysicianField = (props: AutocompleteProps) => {
  const { data } = useCall(listPhysicians, {})
  return <Autocomplete {...props} data={[...new Set(data?.operators.map(nameOf))]} />
}
