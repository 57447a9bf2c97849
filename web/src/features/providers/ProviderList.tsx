import { listOperators, type OperatorRow, operatorGroups, type Reply } from '@fornix/contract'
import { Alert, Button, Group, Paper, SegmentedControl, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { ApiFailure, useCall } from '../../platform/calls/api.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { useRememberedList } from '../../ui/list/list-address.ts'
import { PageBar } from '../../ui/list/PageBar.tsx'
import { SearchBox } from '../../ui/list/SearchBox.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DeleteProvider } from './DeleteProvider.tsx'
import { messages } from './messages.ts'
import { providerCard, providerColumns } from './provider-rows.tsx'

const texts = messages.list
type Listed = Reply<typeof listOperators>
type Shown = (typeof operatorGroups)[number]

const countOf = ({ operators, total }: Listed, from: number) =>
  operators.length === 0 ? texts.none : texts.range(from, from + operators.length - 1, total)
const failureOf = (error: unknown) =>
  error instanceof ApiFailure && error.status > 0 ? texts.failedStatus(error.status) : texts.failed

/** What another feature adds: the button above the list. */
export type ListExtras = { add?: ReactNode }

/** Providers, or the admins, with search, pages and deletion: on a page of its own and as a tab of the admin area. */
export const ProviderList = ({ add }: ListExtras) => {
  const { page, pageSize, searchQuery, set } = useListParams()
  useRememberedList()
  const navigate = useNavigate()
  const [group, setGroup] = useState<Shown>('operators')
  const query = useCall(
    listOperators,
    { query: { page, page_size: pageSize, searchQuery, group } },
    { keepPrevious: true },
  )
  const [dismissed, setDismissed] = useState<unknown>()
  const [deleting, setDeleting] = useState<OperatorRow>()
  // A failed page or search leaves the rows that were there.
  const [last, setLast] = useState<Listed>()
  if (query.data && query.data !== last) setLast(query.data)
  const list = query.data ?? last

  const searching = searchQuery !== ''
  const retry = () => void query.refetch()
  const actions = { remove: setDeleting }
  return (
    <>
      <Paper withBorder radius="lg">
        <Group p="md" gap="sm">
          <SearchBox
            label={texts.searchLabel}
            placeholder={texts.search}
            value={searchQuery}
            onSearch={(words) => set({ searchQuery: words, page: 1 })}
          />
          <SegmentedControl
            aria-label={texts.groupLabel}
            data={operatorGroups.map((value) => ({ value, label: texts.groups[value] }))}
            value={group}
            onChange={(value) => {
              setGroup(value)
              set({ page: 1 })
            }}
          />
          <VisuallyHidden role="status">
            {list ? countOf(list, (page - 1) * pageSize + 1) : query.isPending ? texts.loading : ''}
          </VisuallyHidden>
          <div style={{ marginInlineStart: 'auto' }}>{add}</div>
          {query.isError && searching && (
            <Alert color="amber" role="status" flex="1 1 100%" py="xs">
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
            rows={list?.operators ?? []}
            columns={providerColumns(actions)}
            rowKey={(row) => row._id}
            onRowClick={(row) => void navigate(paths.operatorProfile, { state: { operator: row } })}
            card={providerCard(actions)}
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
      <DeleteProvider provider={deleting} onClose={() => setDeleting(undefined)} />
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
