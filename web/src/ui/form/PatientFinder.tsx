import { listPatients, searchDebounceMs } from '@fornix/contract'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { useCall } from '../../platform/calls/api.ts'
import { nameOf } from '../display/names.ts'
import { identityOf } from '../display/patient-identity.ts'

const texts = messages.finder

type Found = { patient_id: string; name: string }
type Props = {
  label: string
  chosen: Found | null
  onChoose: (found: Found | null) => void
  error?: ReactNode
  /** The name of the field in its form. */
  path?: string
  /** It has the focus when its dialog opens. */
  first?: boolean
}

/** Any patient of the project, found while typing. */
export const PatientFinder = ({ label, chosen, onChoose, error, path, first }: Props) => {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), searchDebounceMs)
  const isTyping = asked !== '' && asked !== chosen?.name
  const query = useCall(
    listPatients,
    { query: { searchQuery: asked, page: 1, page_size: 10 } },
    { enabled: isTyping, keepPrevious: true },
  )
  const found = (isTyping ? (query.data?.patients ?? []) : []).map((patient) => ({
    value: patient.patient_id,
    label: `${nameOf(patient)} · ${identityOf(patient)} · ${patient.patient_id}`,
    name: nameOf(patient),
  }))
  const options =
    chosen && !found.some(({ value }) => value === chosen.patient_id)
      ? [{ value: chosen.patient_id, label: chosen.name, name: chosen.name }, ...found]
      : found
  return (
    <Select
      label={label}
      description={query.data?.alike && found.length > 0 ? texts.alike : texts.hint}
      error={error}
      data-path={path}
      data-autofocus={first || undefined}
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
        asked === '' ? undefined : query.isFetching ? undefined : query.isError ? texts.searchFailed : texts.nobodyFound
      }
    />
  )
}
