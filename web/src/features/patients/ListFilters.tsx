import { countPatients, patientColumns, patientSorts, patientStatuses, patientTypes } from '@fornix/contract'
import { ActionIcon, Button, Checkbox, Chip, Group, NativeSelect } from '@mantine/core'
import { IconFilter, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { grouped } from '../../platform/base/grouped.ts'
import { useCall } from '../../platform/calls/api.ts'
import classes from './patients.module.css'
import { staffMessages } from './staff-messages.ts'
import type { PatientListFilters } from './use-patient-filters.ts'

const texts = staffMessages.filters
const types = [
  { value: '', label: texts.everyType },
  ...patientTypes.map((value) => ({ value, label: texts.types[value] })).toReversed(),
]

/** For narrow windows, whose cards have no headers to sort by. */
const SortBy = ({ filters, set }: Pick<PatientListFilters, 'filters' | 'set'>) => {
  const isDown = filters.order === 'desc'
  const Icon = isDown ? IconSortDescending : IconSortAscending
  return (
    <Group gap={6} hiddenFrom="sm" wrap="nowrap" flex="1 1 220px">
      <NativeSelect
        flex={1}
        aria-label={texts.sort}
        data={patientSorts.map((value) => ({ value, label: texts.sortedBy(patientColumns[value]) }))}
        value={filters.sort}
        onChange={({ currentTarget: { value } }) => set({ sort: value === 'last_name' ? '' : value })}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isDown ? texts.descending : texts.ascending}
        onClick={() => set({ order: isDown ? 'asc' : 'desc' })}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** Patients, volunteers or both. */
export const TypeFilter = ({ filters, set }: Pick<PatientListFilters, 'filters' | 'set'>) => (
  <NativeSelect
    w={150}
    aria-label={texts.type}
    data={types}
    value={filters.patient_type ?? ''}
    onChange={({ currentTarget }) => set({ patient_type: currentTarget.value })}
  />
)

type FoldProps = Pick<PatientListFilters, 'filters'> & { opened: boolean; panel: string; onClick: () => void }

/** On a phone the filters are behind a button, which says how many are set. */
export const FoldButton = ({ filters: { status, patient_type, deleted }, opened, panel, onClick }: FoldProps) => {
  const active = [status, patient_type, deleted].filter(Boolean).length
  return (
    <Button
      variant={active > 0 ? 'light' : 'default'}
      leftSection={<IconFilter size={18} aria-hidden />}
      aria-expanded={opened}
      aria-controls={panel}
      onClick={onClick}
    >
      {active > 0 ? texts.foldedCount(active) : texts.folded}
    </Button>
  )
}

// Narrow enough that all fit beside the admin's checkbox at 1280 px.
const narrow = () => ({ root: { '--chip-padding': '9px' } })

/** Filters the list by status; admins can also view deleted patients. */
export const ListFilters = ({ filters, isAdmin, set }: PatientListFilters) => {
  const { patient_type } = filters
  const counts = useCall(countPatients, { query: patient_type ? { patient_type } : {} }).data?.statuses
  const countOf = (isMeant: (status: string) => boolean) =>
    counts?.reduce((sum, { status, patients }) => (isMeant(status) ? sum + patients : sum), 0)
  // The counts by status do not cover searches or deleted patients.
  const isCounted = filters.searchQuery === '' && !filters.deleted
  const chips = [
    { value: '', label: texts.everyStatus, count: countOf(() => true) },
    ...patientStatuses.map((value) => ({ value, label: value, count: countOf((status) => status === value) })),
  ]
  return (
    <Group gap="sm" px="md" pb="sm">
      <div role="radiogroup" aria-label={texts.status} className={classes.chips}>
        <Chip.Group value={filters.status ?? ''} onChange={(status) => set({ status })}>
          {chips.map(({ value, label, count }) => (
            <Chip key={value} value={value} size="xs" variant="light" vars={narrow}>
              {isCounted && count !== undefined ? `${label} ${grouped(count)}` : label}
            </Chip>
          ))}
        </Chip.Group>
      </div>
      {isAdmin && (
        <Checkbox
          label={texts.deleted}
          checked={filters.deleted === 'true'}
          onChange={(event) => set({ deleted: event.currentTarget.checked ? 'true' : '' })}
        />
      )}
      <SortBy filters={filters} set={set} />
    </Group>
  )
}
