import { auditGroups, auditKinds, auditResults, listAuditPeople } from '@fornix/contract'
import { Button, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { namesFailed } from '../../clinic/records/names-failed.ts'
import { PatientFinder } from '../../clinic/records/PatientFinder.tsx'
import { useCall } from '../../platform/calls/api.ts'
import { DayField } from '../../ui/form/DayField.tsx'
import { messages } from './messages.ts'
import type { AuditFiltersView } from './use-audit-filters.ts'

const texts = messages.filters

const PersonField = ({ filters, choose }: Pick<AuditFiltersView, 'filters' | 'choose'>) => {
  const query = useCall(listAuditPeople, {})
  const people = query.data?.people ?? []
  const optionsOf = (hasLeft: boolean) =>
    people
      .filter(({ has_left }) => has_left === hasLeft)
      .map(({ provider_id, name, role }) => ({ value: provider_id, label: `${name}, ${role}` }))
  return (
    <Select
      label={texts.person}
      placeholder={texts.everybody}
      searchable
      clearable
      data={[
        { group: texts.groups, items: auditGroups.map((value) => ({ value, label: messages.groups[value] })) },
        { group: texts.works, items: optionsOf(false) },
        { group: texts.left, items: optionsOf(true) },
      ]}
      value={filters.person ?? null}
      onChange={(person) => choose({ person: person ?? '' })}
      {...namesFailed(query)}
    />
  )
}

/** Narrows the log; the address holds all filters, so that a link shows the same. */
export const AuditFilters = ({ filters, choose, clear, isFiltered }: AuditFiltersView) => {
  const { patient, study, kind, from, to, result } = filters
  return (
    <Stack component="section" aria-label={texts.label} gap="sm" p="md" align="flex-start">
      <SimpleGrid
        cols={{ base: 1, xs: 2, md: 3 }}
        spacing="sm"
        verticalSpacing="sm"
        w="100%"
        style={{ alignItems: 'end' }}
      >
        <PatientFinder
          label={texts.patient}
          chosen={patient ? { patient_id: patient, name: patient } : null}
          onChoose={(found) => choose({ patient: found?.patient_id ?? '' })}
          takesId
        />
        <PersonField filters={filters} choose={choose} />
        <Select
          label={texts.kind}
          placeholder={texts.everything}
          clearable
          data={auditKinds.map((value) => ({ value, label: messages.kinds[value] }))}
          value={kind ?? null}
          onChange={(value) => choose({ kind: value ?? '' })}
        />
        <DayField label={texts.from} value={from} onDay={(day) => choose({ from: day })} />
        <DayField
          label={texts.to}
          value={to}
          error={from && to && to < from ? texts.wrongOrder : undefined}
          onDay={(day) => choose({ to: day })}
        />
        <Select
          label={texts.result}
          placeholder={texts.anyResult}
          clearable
          data={auditResults.map((value) => ({ value, label: messages.results[value] }))}
          value={result ?? null}
          onChange={(value) => choose({ result: value ?? '' })}
        />
      </SimpleGrid>
      {patient && <Text size="sm">{texts.onePatient}</Text>}
      {study && (
        <Text size="sm" fw={600}>
          {texts.oneStudy}
        </Text>
      )}
      {isFiltered && (
        <Button variant="light" onClick={clear}>
          {texts.clear}
        </Button>
      )}
    </Stack>
  )
}
