import { exportPatients, type PatientColumn } from '@fornix/contract'
import { download } from '../../platform/calls/api.ts'
import { useWithheld } from '../../platform/calls/rights.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { formatDay } from '../../ui/display/dates.ts'
import { ExportButton } from '../../ui/form/ExportButton.tsx'
import { staffMessages } from './staff-messages.ts'
import type { PatientListFilters } from './use-patient-filters.ts'

const texts = staffMessages.exportCsv

type Props = {
  filters: PatientListFilters['filters']
  columns: readonly PatientColumn[]
  total: number
  /** Only these patients. */
  patients?: readonly string[]
  label?: string
  size?: string
}

/** Downloads the list as shown: its columns, on all of its pages. */
export const ExportPatients = ({ filters, columns, total, patients, ...look }: Props) => {
  const withheld = useWithheld('export')
  return (
    <ExportButton
      {...look}
      title={texts.title}
      text={texts.text(total)}
      disabled={total === 0}
      withheld={withheld}
      onExport={(reason) =>
        download(
          exportPatients,
          {
            query: {
              ...filters,
              columns: columns.join(','),
              reason,
              ...(patients && { patients: patients.join(',') }),
            },
          },
          `patients-${formatDay(new Date(serverNow()).toISOString())}.csv`,
          { endless: true },
        )
      }
    />
  )
}
