import { type PatientColumn, patientColumnNames } from '@fornix/contract'
import { useLocalStorage } from '@mantine/hooks'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { useSession } from '../../platform/session/session.tsx'

/** The familiar column sets of the list; by default both together are shown, on a wide screen every column. */
export const columnSets = {
  mrn: ['mrn_number', 'first_name', 'last_name', 'dob', 'email', 'indication'],
  id: ['patient_id', 'first_name', 'last_name', 'dob', 'email', 'status'],
  // Without room for its own column, the date of birth is below the last name.
  all: ['mrn_number', 'patient_id', 'first_name', 'last_name', 'email', 'indication', 'status'],
  /** If a wide screen has room for all. */
  wide: patientColumnNames,
} as const satisfies Record<string, readonly PatientColumn[]>

/** A row opens by its name, so one of these stays. */
export const nameColumns: readonly PatientColumn[] = ['first_name', 'last_name']

/** In the order of the list, whatever the order of selection; without a name column it falls back to the default. */
const inOrder = (chosen: readonly string[]): PatientColumn[] => {
  const columns = patientColumnNames.filter((name) => chosen.includes(name))
  return columns.some((name) => nameColumns.includes(name)) ? columns : [...columnSets.all]
}

/** The selected columns, remembered in this browser for each user. Only column names are stored. */
export const useColumns = () => {
  const wide = useAtLeast('1700px')
  const provider = useSession()?.user.provider_id ?? ''
  const [columns, setColumns] = useLocalStorage<PatientColumn[]>({
    key: `fornix-patient-columns-${provider}`,
    defaultValue: [...(wide ? columnSets.wide : columnSets.all)],
    getInitialValueInEffect: false,
    serialize: (chosen) => chosen.join(','),
    deserialize: (text) => inOrder((text ?? '').split(',')),
  })
  return [columns, (chosen: readonly string[]) => setColumns(inOrder(chosen))] as const
}
