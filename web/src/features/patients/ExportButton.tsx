import { exportPatients, type PatientColumn } from '@fornix/contract'
import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ApiFailure, download } from '../../platform/calls/api.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { formatDay } from '../../ui/display/dates.ts'
import { messages } from './messages.ts'
import type { PatientListFilters } from './use-patient-filters.ts'

const texts = messages.exportCsv
const failureOf = (error: unknown) =>
  error instanceof ApiFailure && error.status > 0 ? texts.failedStatus(error.status) : texts.failed

type Props = { filters: PatientListFilters['filters']; columns: readonly PatientColumn[]; disabled: boolean }

/** Downloads what the list shows: its columns, all of its pages. */
export const ExportButton = ({ filters, columns, disabled }: Props) => {
  const fetching = useMutation({
    mutationFn: () =>
      download(
        exportPatients,
        { query: { ...filters, columns: columns.join(',') } },
        `patients-${formatDay(new Date().toISOString())}.csv`,
        { endless: true },
      ),
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={18} aria-hidden />}
        loading={fetching.isPending}
        disabled={disabled}
        onClick={() => fetching.mutate()}
      >
        {texts.button}
      </Button>
      <MessageModal opened={fetching.isError} title={messages.errorTitle} button={messages.ok} onClose={fetching.reset}>
        {failureOf(fetching.error)}
      </MessageModal>
    </>
  )
}
