import { listPatients, searchDebounceMs } from '@fornix/contract'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useCall } from '../../platform/calls/api.ts'
import { messages } from './messages.ts'

type Found = { patient_id: string; name: string }
type Props = { chosen: Found | null; onChoose: (found: Found | null) => void; error: string }

/** Any patient of the project, found while typing. */
export const PatientFinder = ({ chosen, onChoose, error }: Props) => {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), searchDebounceMs)
  const isTyping = asked !== '' && asked !== chosen?.name
  const query = useCall(
    listPatients,
    { query: { searchQuery: asked, page: 1, page_size: 10 } },
    { enabled: isTyping, keepPrevious: true },
  )
  const found = (isTyping ? (query.data?.patients ?? []) : []).map(
    ({ patient_id, first_name, last_name, mrn_number }) => ({
      value: patient_id,
      label: [`${first_name} ${last_name}`, patient_id, mrn_number].filter(Boolean).join(' · '),
      name: `${first_name} ${last_name}`,
    }),
  )
  const options =
    chosen && !found.some(({ value }) => value === chosen.patient_id)
      ? [{ value: chosen.patient_id, label: chosen.name, name: chosen.name }, ...found]
      : found
  return (
    <Select
      label={messages.another}
      description={messages.anotherHint}
      error={error}
      searchable
      clearable
      data={options}
      filter={({ options: all }) => all}
      value={chosen?.patient_id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(value) => {
        const one = options.find((option) => option.value === value)
        onChoose(one ? { patient_id: one.value, name: one.name } : null)
      }}
      nothingFoundMessage={
        asked === ''
          ? undefined
          : query.isFetching
            ? undefined
            : query.isError
              ? messages.searchFailed
              : messages.nobodyFound
      }
    />
  )
}
