import { listPatients, searchDebounceMs } from '@fornix/contract'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../platform/calls/api.ts'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { messages } from './messages.ts'
import { identityOf } from './patient-identity.ts'

const texts = messages.finder

export type FoundPatient = { patient_id: string; name: string; dob?: string | null | undefined }
type Props = {
  label: string
  chosen: FoundPatient | null
  onChoose: (found: FoundPatient | null) => void
  error?: ReactNode
  readOnly?: boolean
  /** The name of the field in its form. */
  path?: string
  /** Gets the focus when its dialog opens. */
  first?: boolean
  /** Also accepts the patient ID of somebody who can no longer be found, such as a deleted patient. */
  takesId?: boolean
}

const idOf = (typed: string) => /^P-[0-9A-Z]{4,12}$/.exec(typed.toUpperCase())?.[0]

/** Any patient of the project, found while typing. */
export const PatientFinder = ({ label, chosen, onChoose, error, readOnly = false, path, first, takesId }: Props) => {
  const [typed, setTyped] = useState('')
  const [searchQuery] = useDebouncedValue(typed.trim(), searchDebounceMs)
  const isTyping = searchQuery !== '' && searchQuery !== chosen?.name
  const query = useCall(
    listPatients,
    { query: { searchQuery, page: 1, page_size: 10 } },
    { enabled: isTyping, keepPrevious: true },
  )
  const found = (isTyping ? (query.data?.patients ?? []) : []).map((patient) => ({
    value: patient.patient_id,
    label: `${nameOf(patient)} · ${identityOf(patient)} · ${patient.patient_id}`,
    name: nameOf(patient),
    dob: patient.dob,
  }))
  const id = takesId && isTyping && !query.isFetching ? idOf(searchQuery) : undefined
  const others = [
    ...(chosen ? [{ value: chosen.patient_id, label: chosen.name, name: chosen.name, dob: chosen.dob }] : []),
    ...(id ? [{ value: id, label: id, name: id, dob: undefined }] : []),
  ].filter(({ value }, at, all) => ![...all.slice(0, at), ...found].some((one) => one.value === value))
  const options = [...others, ...found]
  return (
    <Select
      label={label}
      description={query.data?.alike && found.length > 0 ? texts.alike : texts.hint}
      error={error}
      readOnly={readOnly}
      data-path={path}
      data-autofocus={first || undefined}
      searchable
      clearable
      data={options}
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <span>
          <WholeFacts>{option.label}</WholeFacts>
        </span>
      )}
      value={chosen?.patient_id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(value) => {
        const one = options.find((option) => option.value === value)
        onChoose(one ? { patient_id: one.value, name: one.name, dob: one.dob } : null)
      }}
      nothingFoundMessage={
        searchQuery === ''
          ? undefined
          : query.isFetching
            ? undefined
            : query.isError
              ? texts.searchFailed
              : texts.nobodyFound
      }
    />
  )
}
