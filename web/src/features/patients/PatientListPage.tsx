import { listPatients, type PatientRow, type Reply } from '@fornix/contract'
import { Alert, Button, Group, Paper, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiFailure, useCall } from '../../platform/calls/api.ts'
import { useOpenPatient } from '../../platform/calls/chosen-patient.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { useRememberedList } from '../../ui/list/list-address.ts'
import { PageBar } from '../../ui/list/PageBar.tsx'
import { SearchBox } from '../../ui/list/SearchBox.tsx'
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
  const filters = usePatientFilters()
  const { asked, page, pageSize, isFiltered, set } = filters
  const { searchQuery } = asked
  useRememberedList()
  const [columns, setColumns] = useColumns()
  const chosen = useOpenPatient()
  const query = useCall(listPatients, { query: { page, page_size: pageSize, ...asked } }, { keepPrevious: true })
  const [dismissed, setDismissed] = useState<unknown>()
  const [deleting, setDeleting] = useState<PatientRow>()
  const [restoring, setRestoring] = useState<PatientRow>()
  // A failed page or search leaves the rows that were there.
  const [last, setLast] = useState<Listed>()
  if (query.data && query.data !== last) setLast(query.data)
  const list = query.data ?? last

  const rowActions: RowActions = {
    open: (key, inNewWindow) => void (inNewWindow ? chosen.openWindow(key) : chosen.open(key)),
    remove: setDeleting,
    restore: setRestoring,
  }
  const shown = { columns, actions: rowActions, filters }
  const searching = searchQuery !== ''
  const narrowed = searching || isFiltered
  const clear = () => set({ searchQuery: '', status: '', patient_type: '' })
  const retry = () => void query.refetch()
  const count = list ? countOf(list, (page - 1) * pageSize + 1) : query.isPending ? texts.loading : ''
  return (
    <>
      <PageTitle title={texts.title} subtitle={<span role="status">{query.isError ? '' : count}</span>}>
        {actions}
      </PageTitle>
      <Paper withBorder radius="lg">
        <Group p="md" gap="sm">
          <SearchBox
            label={texts.searchLabel}
            placeholder={texts.search}
            value={searchQuery}
            onSearch={(words) => set({ searchQuery: words })}
          />
          <Group gap="sm" className={classes.tools}>
            <ColumnChooser columns={columns} onChange={setColumns} />
            <ExportButton asked={asked} columns={columns} disabled={!list || list.total === 0} />
          </Group>
          {query.isError && searching && (
            <Alert color="amber" role="status" flex="1 1 280px" py="xs">
              <Group gap="sm">
                {texts.searchFailed}
                <Button size="compact-sm" variant="default" onClick={retry}>
                  {messages.retry}
                </Button>
              </Group>
            </Alert>
          )}
        </Group>
        <ListFilters {...filters} />
        {asked.deleted && (
          <Text size="sm" c="dimmed" px="md" pb="md">
            {messages.filters.deletedHint}
          </Text>
        )}
        {(list || query.isPending || !searching) && (
          <DataList
            rows={list?.patients ?? []}
            columns={patientTable(shown)}
            rowKey={(row: PatientRow) => row._id}
            onRowClick={asked.deleted ? undefined : (row) => rowActions.open(row.patient_id)}
            card={patientCard(shown)}
            loading={!list && query.isPending}
            stale={query.isPlaceholderData || query.isError}
            error={!list && query.isError ? failureOf(query.error) : undefined}
            onRetry={retry}
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
        )}
        {list && list.total > 0 && (
          <PageBar
            page={page}
            pageSize={pageSize}
            totalPages={list.total_pages}
            total={list.total}
            onPage={(next) => set({ page: next })}
            onPageSize={(size) => set({ page_size: size })}
          />
        )}
      </Paper>
      <DeletePatient patient={deleting} onClose={() => setDeleting(undefined)} />
      <RestorePatient patient={restoring} onClose={() => setRestoring(undefined)} />
      <MessageModal
        opened={query.isError && !searching && dismissed !== query.error}
        title={messages.errorTitle}
        button={messages.ok}
        onClose={() => setDismissed(query.error)}
      >
        <Text mb="md">{failureOf(query.error)}</Text>
        <Button variant="light" onClick={retry}>
          {messages.retry}
        </Button>
      </MessageModal>
    </>
  )
}
