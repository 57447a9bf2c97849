import { patientColumns, patientSorts, patientStatuses, patientTypes } from '@fornix/contract'
import { ActionIcon, Chip, Group, SegmentedControl, Select, Switch } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { messages } from './messages.ts'
import classes from './patients.module.css'
import type { PatientListFilters } from './use-patient-filters.ts'

const texts = messages.filters
const types = [
  { value: '', label: texts.everyType },
  ...patientTypes.map((value) => ({ value, label: texts.types[value] })).toReversed(),
]

/** For narrow windows, whose cards have no heads to sort by. */
const SortBy = ({ filters, set }: Pick<PatientListFilters, 'filters' | 'set'>) => {
  const isDown = filters.order === 'desc'
  const Icon = isDown ? IconSortDescending : IconSortAscending
  return (
    <Group gap={6} hiddenFrom="sm" wrap="nowrap" flex={1}>
      <Select
        flex={1}
        aria-label={texts.sort}
        data={patientSorts.map((value) => ({ value, label: patientColumns[value] }))}
        value={filters.sort}
        onChange={(sort) => sort && set({ sort: sort === 'last_name' ? '' : sort })}
        allowDeselect={false}
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

/** Narrows the list by status and type; admins also look among the deleted. */
export const ListFilters = ({ filters, isAdmin, set }: PatientListFilters) => (
  <Group gap="sm" px="md" pb="md">
    <div role="radiogroup" aria-label={texts.status} className={classes.chips}>
      <Chip.Group value={filters.status ?? ''} onChange={(status) => set({ status })}>
        {['', ...patientStatuses].map((status) => (
          <Chip key={status} value={status} size="sm" variant="light">
            {status || texts.everyStatus}
          </Chip>
        ))}
      </Chip.Group>
    </div>
    <SegmentedControl
      aria-label={texts.type}
      data={types}
      value={filters.patient_type ?? ''}
      onChange={(patient_type) => set({ patient_type })}
    />
    {isAdmin && (
      <Switch
        label={texts.deleted}
        checked={filters.deleted === 'true'}
        onChange={(event) => set({ deleted: event.currentTarget.checked ? 'true' : '' })}
      />
    )}
    <SortBy filters={filters} set={set} />
  </Group>
)
