import { listPatients, type PatientRow, type ResponseOf } from '@fornix/contract'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useId, useState } from 'react'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useOpenPatient } from '../../platform/calls/chosen-patient.ts'
import { statusOf } from '../../platform/http/failure.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { useRememberedList } from '../../ui/list/list-address.ts'
import { SearchedList, useLastResponse } from '../../ui/list/SearchedList.tsx'
import { useSelection } from '../../ui/list/use-selection.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { ExportPatients } from './ExportPatients.tsx'
import { FoldButton, ListFilters, TypeFilter } from './ListFilters.tsx'
import { messages } from './messages.ts'
import { patientCard, patientTable, type RowActions } from './patient-rows.tsx'
import classes from './patients.module.css'
import { staffMessages } from './staff-messages.ts'
import { useColumns } from './use-columns.ts'
import { type PatientListFilters, usePatientFilters } from './use-patient-filters.ts'

const DeletePatient = lazyDialog(async () => (await import('./DeletePatient.tsx')).DeletePatient, {
  patient: undefined,
})
const RestorePatient = lazyDialog(async () => (await import('./RestorePatient.tsx')).RestorePatient, {
  patient: undefined,
})
// With all that it may say in the end: it is there before anything can be done with what was selected.
const BulkBar = lazyDialog(async () => (await import('./bulk/BulkBar.tsx')).BulkBar, {})

const texts = staffMessages.list
type Listed = ResponseOf<typeof listPatients>

const countOf = ({ patients, total, alike }: Listed, from: number) => {
  if (total === 0) return texts.none
  if (alike) return texts.alikeCount(total)
  return patients.length === 0 ? texts.total(total) : texts.range(from, from + patients.length - 1, total)
}
const failureOf = (error: unknown) => (statusOf(error) > 0 ? texts.failedStatus(statusOf(error)) : texts.failed)

type Props = {
  /** Beside the title. */
  actions?: ReactNode
  /** Beside the search, for the filters of the moment. */
  views?: (filters: PatientListFilters['filters']) => ReactNode
  /** Below the sentence that there are no patients yet. */
  firstSteps?: ReactNode
}

type NobodyProps = {
  isSearching: boolean
  isFiltered: boolean
  onSet: PatientListFilters['set']
  firstSteps: ReactNode
}

const NobodyFound = ({ isSearching, isFiltered, onSet, firstSteps }: NobodyProps) => (
  <EmptyState
    title={texts.none}
    text={isFiltered ? staffMessages.filters.noneHint : isSearching ? texts.noneHint : texts.noneYet}
  >
    {isSearching || isFiltered ? (
      <Button variant="light" onClick={() => onSet({ searchQuery: '', status: '', patient_type: '' })}>
        {isFiltered ? staffMessages.filters.clear : texts.clearSearch}
      </Button>
    ) : (
      firstSteps
    )}
  </EmptyState>
)

/** What else to know about the rows that are shown. */
const ListNotes = ({ alike, withheld, deleted }: { alike: boolean; withheld: boolean; deleted: boolean }) => (
  <>
    {alike && (
      <Alert color="amber" mx="md" mb="md" py="xs">
        {texts.alike}
      </Alert>
    )}
    {withheld && (
      <Text size="sm" c="dimmed" px="md" pb="md">
        {messages.withheld.indications}
      </Text>
    )}
    {deleted && (
      <Text size="sm" c="dimmed" px="md" pb="md">
        {staffMessages.filters.deletedHint}
      </Text>
    )}
  </>
)

type PanelProps = { id: string; opened: boolean; view: PatientListFilters; tools: ReactNode }

/** On a narrow screen filters and tools unfold below the search. */
const FilterPanel = ({ id, opened, view, tools }: PanelProps) => (
  <div id={id} hidden={!opened}>
    {opened && (
      <>
        <ListFilters {...view} />
        <Group px="md" pb="md">
          {tools}
        </Group>
      </>
    )}
  </div>
)

/** /operatorPatientlist */
export const PatientListPage = ({ actions, views, firstSteps }: Props) => {
  const view = usePatientFilters()
  const { filters, page, pageSize, isFiltered, set } = view
  const { searchQuery } = filters
  useRememberedList()
  const [columns, setColumns] = useColumns()
  const openRecord = useOpenPatient()
  const query = useCall(listPatients, { query: { page, page_size: pageSize, ...filters } }, { keepPrevious: true })
  const [deleting, setDeleting] = useState<PatientRow>()
  const [restoring, setRestoring] = useState<PatientRow>()
  const list = useLastResponse(query)

  const isStale = query.isPlaceholderData || !query.data

  const { selection, deselect, ...selected } = useSelection({
    rows: list?.patients ?? [],
    keyOf: ({ patient_id }: PatientRow) => patient_id,
    label: nameOf,
    total: list?.total ?? 0,
    scope: JSON.stringify(filters),
    isStale,
  })
  // Who only sounds like what was typed is not what the filter means.
  const mayDoMany = !filters.deleted && !list?.alike

  const rowActions: RowActions = { remove: setDeleting, restore: setRestoring }
  const hidesMedical = list?.medical_hidden ?? false
  const shownColumns = columns.filter((name) => name !== 'indication' || !hidesMedical)
  const shown = { columns: shownColumns, actions: rowActions, view }
  const wide = useAtLeast('48em')
  const [unfolded, fold] = useDisclosure()
  const panel = useId()
  const tools = (
    <Group gap="sm" className={classes.tools}>
      <TypeFilter {...view} />
      {views?.(filters)}
      <ColumnChooser columns={columns} onChange={setColumns} />
      <ExportPatients
        filters={filters}
        columns={shownColumns}
        total={!list || isStale || list.alike ? 0 : list.total}
      />
    </Group>
  )
  const count = list ? countOf(list, (page - 1) * pageSize + 1) : query.isPending ? texts.loading : ''
  return (
    <>
      <PageTitle title={texts.title} subtitle={<span role="status">{query.isError ? '' : count}</span>}>
        {actions}
      </PageTitle>
      <SearchedList
        query={query}
        totals={list}
        words={texts}
        failed={failureOf(query.error)}
        tools={wide ? tools : <FoldButton filters={filters} opened={unfolded} panel={panel} onClick={fold.toggle} />}
        above={
          <>
            {wide ? <ListFilters {...view} /> : <FilterPanel id={panel} opened={unfolded} view={view} tools={tools} />}
            {mayDoMany && <BulkBar selected={selected} total={list?.total ?? 0} filters={filters} columns={columns} />}
            <ListNotes
              alike={!!list?.alike}
              withheld={shownColumns.length < columns.length}
              deleted={!!filters.deleted}
            />
          </>
        }
        rows={list?.patients ?? []}
        columns={patientTable(shown)}
        rowKey={(row: PatientRow) => row._id}
        onRowClick={filters.deleted ? undefined : (row, aside) => openRecord(row.patient_id, { aside })}
        card={patientCard(shown)}
        selection={mayDoMany ? selection : undefined}
        empty={
          <NobodyFound isSearching={searchQuery !== ''} isFiltered={isFiltered} onSet={set} firstSteps={firstSteps} />
        }
      />
      <DeletePatient
        patient={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => deleting && deselect(deleting)}
      />
      <RestorePatient patient={restoring} onClose={() => setRestoring(undefined)} />
    </>
  )
}
