import { listPatients, type PatientRow, type Reply } from '@fornix/contract'
import { Alert, Button, Group, Paper, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiFailure, useCall } from '../../platform/api.ts'
import { useOpenPatient } from '../../platform/chosen-patient.ts'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useRememberedList } from '../../ui/list-address.ts'
import { MessageModal } from '../../ui/MessageModal.tsx'
import { PageBar } from '../../ui/PageBar.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useListParams } from '../../ui/use-list-params.ts'
import { messages } from './messages.ts'
import { type Open, patientCard, patientColumns } from './patient-rows.tsx'

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
  const { page, pageSize, searchQuery, set } = useListParams()
  useRememberedList()
  const chosen = useOpenPatient()
  const open: Open = (key, inNewWindow) => void (inNewWindow ? chosen.openWindow(key) : chosen.open(key))
  const query = useCall(listPatients, { query: { page, page_size: pageSize, searchQuery } }, { keepPrevious: true })
  const [dismissed, setDismissed] = useState<unknown>()
  // A failed page or search leaves the rows that were there.
  const [last, setLast] = useState<Listed>()
  if (query.data && query.data !== last) setLast(query.data)
  const list = query.data ?? last

  const searching = searchQuery !== ''
  const retry = () => void query.refetch()
  const count = list ? countOf(list, (page - 1) * pageSize + 1) : query.isPending ? texts.loading : ''
  return (
    <>
      <PageTitle title={texts.title} subtitle={<span role="status">{query.isError ? '' : count}</span>}>
        {actions}
      </PageTitle>
      <Paper withBorder radius="lg">
        <Group p="md">
          <SearchBox
            label={texts.searchLabel}
            placeholder={texts.search}
            value={searchQuery}
            onSearch={(words) => set({ searchQuery: words, page: 1 })}
          />
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
        {(list || query.isPending || !searching) && (
          <DataList
            rows={list?.patients ?? []}
            columns={patientColumns(open)}
            rowKey={(row: PatientRow) => row._id}
            onRowClick={(row) => open(row.patient_id)}
            card={patientCard(open)}
            loading={!list && query.isPending}
            stale={query.isPlaceholderData || query.isError}
            error={!list && query.isError ? failureOf(query.error) : undefined}
            onRetry={retry}
            empty={
              <EmptyState title={texts.none} text={searching ? texts.noneHint : texts.noneYet}>
                {(searching || page > 1) && (
                  <Button variant="light" onClick={() => set({ searchQuery: '', page: 1 })}>
                    {searching ? texts.clearSearch : texts.firstPage}
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
            onPageSize={(size) => set({ page_size: size, page: 1 })}
          />
        )}
      </Paper>
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
