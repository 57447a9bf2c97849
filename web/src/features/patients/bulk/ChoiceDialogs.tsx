import {
  assignPhysician,
  listPhysicians,
  type PatientSelection,
  type PatientStatus,
  patientStatuses,
  type ResponseOf,
  setPatientStatuses,
} from '@fornix/contract'
import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { BulkDialog } from '../../../clinic/records/BulkDialog.tsx'
import { send, useCall } from '../../../platform/calls/api.ts'
import { nameOf } from '../../../ui/display/names.ts'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { messages } from './messages.ts'

export type BulkProps = {
  which: PatientSelection
  count: number
  onDone: (response: ResponseOf<typeof setPatientStatuses>) => void
  refresh: () => Promise<unknown>
  onClose: () => void
}

/** A required choice: a missing one is reported beside it. */
const useChoice = <T extends string>(missing: string) => {
  const [value, setValue] = useState<T | null>(null)
  const [error, setError] = useState('')
  const field = {
    value,
    error,
    onChange: (next: T | null) => {
      setValue(next)
      setError('')
    },
  }
  const withChoice = <R,>(work: (chosen: T) => Promise<R>) => {
    if (value !== null) return work(value)
    setError(missing)
    return undefined
  }
  return { field, withChoice }
}

export const StatusDialog = ({ which, count, ...rest }: BulkProps) => {
  const texts = messages.status
  const { field, withChoice } = useChoice<PatientStatus>(texts.missing)
  return (
    <BulkDialog
      {...rest}
      title={texts.title(count)}
      confirm={texts.confirm}
      run={() => withChoice((status) => send(setPatientStatuses, { body: { which, status } }, { endless: true }))}
    >
      <Select {...field} label={texts.label} data={patientStatuses} withAsterisk data-autofocus />
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
    </BulkDialog>
  )
}

export const PhysicianDialog = ({ which, count, ...rest }: BulkProps) => {
  const texts = messages.physician
  const { field, withChoice } = useChoice<string>(texts.missing)
  const query = useCall(listPhysicians, {})
  const all = query.data?.operators ?? []
  return (
    <BulkDialog
      {...rest}
      title={texts.title(count)}
      confirm={texts.confirm}
      run={() =>
        withChoice((provider_id) => send(assignPhysician, { body: { which, provider_id } }, { endless: true }))
      }
    >
      {query.isLoadingError ? (
        <ErrorState message={texts.failed} onRetry={() => void query.refetch()} />
      ) : (
        <Select
          {...field}
          label={texts.label}
          data={all.map((one) => ({ value: one.provider_id, label: `${nameOf(one)} · ${one.email}` }))}
          searchable
          withAsterisk
          data-autofocus
          nothingFoundMessage={texts.none}
        />
      )}
      <Text size="sm" c="dimmed">
        {messages.status.hint}
      </Text>
    </BulkDialog>
  )
}
