import { listPatients, type PatientRow, type Reply } from '@fornix/contract'
import { Alert, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiFailure, useCall } from '../../platform/calls/api.ts'
import { useOpenPatient } from '../../platform/calls/chosen-patient.ts'
import { nameOf } from '../../ui/display/names.ts'
import { useRememberedList } from '../../ui/list/list-address.ts'
import { SearchedList, useLastAnswer } from '../../ui/list/SearchedList.tsx'
import { useSelection } from '../../ui/list/use-selection.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { BulkBar } from './bulk/BulkBar.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { DeletePatient } from './DeletePatient.tsx'
import { ExportPatients } from './ExportPatients.tsx'
import { ListFilters, TypeFilter } from './ListFilters.tsx'
import { messages } from './messages.ts'
import { patientCard, patientTable, type RowActions } from './patient-rows.tsx'
import classes from './patients.module.css'
import { RestorePatient } from './RestorePatient.tsx'
import { useColumns } from './use-columns.ts'
import { type PatientListFilters, usePatientFilters } from './use-patient-filters.ts'

const texts = messages.staff.list
type Listed = Reply<typeof listPatients>

const countOf = ({ patients, total, alike }: Listed, from: number) => {
  if (total === 0) return texts.none
  if (alike) return texts.alikeCount(total)
  return patients.length === 0 ? texts.total(total) : texts.range(from, from + patients.length - 1, total)
}
const failureOf = (error: unknown) =>
  error instanceof ApiFailure && error.status > 0 ? texts.failedStatus(error.status) : texts.failed

type Props = {
  /** Beside the title. */
  actions?: ReactNode
  /** Beside the search, for the filters of the moment. */
  views?: (filters: PatientListFilters['filters']) => ReactNode
}

/** /operatorPatientlist */
export const PatientListPage = ({ actions, views }: Props) => {
  const view = usePatientFilters()
  const { filters, page, pageSize, isFiltered, set } = view
  const { searchQuery } = filters
  useRememberedList()
  const [columns, setColumns] = useColumns()
  const openRecord = useOpenPatient()
  const query = useCall(listPatients, { query: { page, page_size: pageSize, ...filters } }, { keepPrevious: true })
  const [deleting, setDeleting] = useState<PatientRow>()
  const [restoring, setRestoring] = useState<PatientRow>()
  const list = useLastAnswer(query)

  const { selection, ...selected } = useSelection({
    rows: list?.patients ?? [],
    keyOf: ({ patient_id }: PatientRow) => patient_id,
    label: nameOf,
    total: list?.total ?? 0,
    scope: JSON.stringify(filters),
  })
  // Who only sounds like what was typed is not what the filter means.
  const mayDoMany = !filters.deleted && !list?.alike

  const rowActions: RowActions = {
    remove: setDeleting,
    restore: setRestoring,
  }
  const hidesMedical = list?.medical_hidden ?? false
  const shownColumns = columns.filter((name) => name !== 'indication' || !hidesMedical)
  const shown = { columns: shownColumns, actions: rowActions, view }
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
            <TypeFilter {...view} />
            {views?.(filters)}
            <ColumnChooser columns={columns} onChange={setColumns} />
            <ExportPatients filters={filters} columns={shownColumns} total={!list || list.alike ? 0 : list.total} />
          </Group>
        }
        above={
          <>
            <ListFilters {...view} />
            {mayDoMany && <BulkBar selected={selected} total={list?.total ?? 0} filters={filters} columns={columns} />}
            {list?.alike && (
              <Alert color="amber" mx="md" mb="md" py="xs">
                {texts.alike}
              </Alert>
            )}
            {shownColumns.length < columns.length && (
              <Text size="sm" c="dimmed" px="md" pb="md">
                {messages.withheld.indications}
              </Text>
            )}
            {filters.deleted && (
              <Text size="sm" c="dimmed" px="md" pb="md">
                {messages.staff.filters.deletedHint}
              </Text>
            )}
          </>
        }
        rows={list?.patients ?? []}
        columns={patientTable(shown)}
        rowKey={(row: PatientRow) => row._id}
        onRowClick={filters.deleted ? undefined : (row, aside) => openRecord(row.patient_id, { aside })}
        card={patientCard(shown)}
        selection={mayDoMany ? selection : undefined}
        empty={
          <EmptyState
            title={texts.none}
            text={isFiltered ? messages.staff.filters.noneHint : searching ? texts.noneHint : texts.noneYet}
          >
            {(narrowed || page > 1) && (
              <Button variant="light" onClick={narrowed ? clear : () => set({})}>
                {isFiltered ? messages.staff.filters.clear : searching ? texts.clearSearch : texts.firstPage}
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
