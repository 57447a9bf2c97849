import {
  listAuditPeople,
  type UnusualState,
  unusualDays,
  unusualRuleNames,
  unusualRules,
  unusualStates,
} from '@fornix/contract'
import { Button, Group, Select } from '@mantine/core'
import { namesFailed } from '../../clinic/records/names-failed.ts'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { useCall } from '../../platform/calls/api.ts'
import { ViewChoice } from '../../ui/list/ViewChoice.tsx'
import { messages } from './messages.ts'
import type { UnusualFiltersView } from './use-unusual-filters.ts'

const texts = messages.filters

type Props = UnusualFiltersView & { counts: Record<UnusualState, number> | undefined }

const PersonField = ({ filters, choose, width }: Pick<Props, 'filters' | 'choose'> & { width: number | string }) => {
  const query = useCall(listAuditPeople, {})
  const people = query.data?.people ?? []
  return (
    <Select
      label={texts.person}
      w={width}
      placeholder={texts.everyone}
      searchable
      clearable
      data={people.map(({ provider_id, name, role, has_left }) => ({
        value: provider_id,
        label: `${has_left ? texts.hasLeft(name) : name}, ${role}`,
      }))}
      value={filters.person ?? null}
      onChange={(person) => choose({ person: person ?? '' })}
      {...namesFailed(query)}
    />
  )
}

/** Filters the list; the address holds everything, so that a link shows the same. */
export const UnusualFilters = ({ filters, choose, clear, isFiltered, counts }: Props) => {
  const wide = useAtLeast('36em')
  const width = wide ? 190 : '100%'
  return (
    <Group component="section" aria-label={texts.label} gap="sm" p="md" align="flex-end">
      <ViewChoice
        label={messages.state}
        all={messages.all}
        total={counts && unusualStates.reduce((sum, state) => sum + counts[state], 0)}
        views={unusualStates}
        names={messages.states}
        counts={counts}
        value={filters.state}
        onChange={(state) => choose({ state })}
      />
      <Select
        label={texts.rule}
        w={width}
        placeholder={texts.anyRule}
        clearable
        data={unusualRuleNames.map((value) => ({ value, label: unusualRules[value].name }))}
        value={filters.rule ?? null}
        onChange={(rule) => choose({ rule: rule ?? '' })}
      />
      <PersonField filters={filters} choose={choose} width={width} />
      <Select
        label={texts.days}
        w={width}
        allowDeselect={false}
        data={unusualDays.map((value) => ({ value, label: texts.lastDays(value) }))}
        value={filters.days ?? '30'}
        onChange={(days) => choose({ days: days === '30' ? '' : (days ?? '') })}
      />
      {isFiltered && (
        <Button variant="light" onClick={clear}>
          {texts.clear}
        </Button>
      )}
    </Group>
  )
}
