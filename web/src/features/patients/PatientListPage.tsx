import { listPatients, type PatientRow, type Reply } from '@fornix/contract'
import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiFailure, useCall } from '../../platform/calls/api.ts'
import { useOpenPatient } from '../../platform/calls/chosen-patient.ts'
import { useRememberedList } from '../../ui/list/list-address.ts'
import { SearchedList, useLastAnswer } from '../../ui/list/SearchedList.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { DeletePatient } from './DeletePatient.tsx'
import { ExportButton } from './ExportButton.tsx'
import { ListFilters } from './ListFilters.tsx'
import { messages } from './messages.ts'
import { patientCard, patientTable, type RowActions } from './patient-rows.tsx'
import classes from './patients.module.css'
import { RestorePatient } from './RestorePatient.tsx'
import { useColumns } from './use-columns.ts'
import { usePatientFilters } from './use-patient-filters.ts'

const texts = messages.list
type Listed = Reply<typeof listPatients>

const countOf = ({ patients, total }: Listed, from: number) => {
  if (total === 0) return texts.none
  return patients.length === 0 ? texts.total(total) : texts.range(from, from + patients.length - 1, total)
}
const failureOf = (error: unknown) =>
  error instanceof ApiFailure && error.status > 0 ? texts.failedStatus(error.status) : texts.failed

/** /operatorPatientlist; `actions` stand beside the title. */
export const PatientListPage = ({ actions }: { actions?: ReactNode }) => {
  const view = usePatientFilters()
  const { filters, page, pageSize, isFiltered, set } = view
  const { searchQuery } = filters
  useRememberedList()
  const [columns, setColumns] = useColumns()
  const chosen = useOpenPatient()
  const query = useCall(listPatients, { query: { page, page_size: pageSize, ...filters } }, { keepPrevious: true })
  const [deleting, setDeleting] = useState<PatientRow>()
  const [restoring, setRestoring] = useState<PatientRow>()
  const list = useLastAnswer(query)

  const rowActions: RowActions = {
    open: (key, inNewWindow) => void (inNewWindow ? chosen.openWindow(key) : chosen.open(key)),
    remove: setDeleting,
    restore: setRestoring,
  }
  const shown = { columns, actions: rowActions, view }
  const searching = searchQuery !== ''
  const narrowed = searching || isFiltered
  const clear = () => set({ searchQuery: '', status: '', patient_type: '' })
  const count = list ? countOf(list, (page - 1) * pageSize + 1) : query.isPending ? texts.loading : ''
  return (
    <>
      <PageTitle title={texts.title} subtitle={<span role="status">{query.isError ? '' : count}</span>}>
        {actions}
      </PageTitle>
      <SearchedList
        query={query}
        totals={list}
        search={{ label: texts.searchLabel, placeholder: texts.search, failed: texts.searchFailed }}
        failed={failureOf(query.error)}
        tools={
          <Group gap="sm" className={classes.tools}>
            <ColumnChooser columns={columns} onChange={setColumns} />
            <ExportButton filters={filters} columns={columns} disabled={!list || list.total === 0} />
          </Group>
        }
        above={
          <>
            <ListFilters {...view} />
            {filters.deleted && (
              <Text size="sm" c="dimmed" px="md" pb="md">
                {messages.filters.deletedHint}
              </Text>
            )}
          </>
        }
        rows={list?.patients ?? []}
        columns={patientTable(shown)}
        rowKey={(row: PatientRow) => row._id}
        onRowClick={filters.deleted ? undefined : (row) => rowActions.open(row.patient_id)}
        card={patientCard(shown)}
        empty={
          <EmptyState
            title={texts.none}
            text={isFiltered ? messages.filters.noneHint : searching ? texts.noneHint : texts.noneYet}
          >
            {(narrowed || page > 1) && (
              <Button variant="light" onClick={narrowed ? clear : () => set({})}>
                {isFiltered ? messages.filters.clear : searching ? texts.clearSearch : texts.firstPage}
              </Button>
            )}
          </EmptyState>
        }
      />
      <DeletePatient patient={deleting} onClose={() => setDeleting(undefined)} />
      <RestorePatient patient={restoring} onClose={() => setRestoring(undefined)} />
    </>
  )
}
