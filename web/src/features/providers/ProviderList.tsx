import { listOperators, type OperatorRow, operatorGroups, type ResponseOf } from '@fornix/contract'
import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { statusOf } from '../../platform/http/failure.ts'
import { useRememberedList } from '../../ui/list/list-address.ts'
import { SearchedList, useLastResponse } from '../../ui/list/SearchedList.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DeleteProvider } from './DeleteProvider.tsx'
import { messages } from './messages.ts'
import { providerCard, providerColumns } from './provider-rows.tsx'

const texts = messages.list
type Listed = ResponseOf<typeof listOperators>
type Shown = (typeof operatorGroups)[number]

const countOf = ({ operators, total }: Listed, from: number) =>
  operators.length === 0 ? texts.none : texts.range(from, from + operators.length - 1, total)
const failureOf = (error: unknown) => (statusOf(error) > 0 ? texts.failedStatus(statusOf(error)) : texts.failed)

/** What another feature adds: the button above the list. */
export type ListExtras = { add?: ReactNode }

/** Providers, or the admins, with search, pages and deletion: on its own page and as a tab of the admin area. */
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
  const [deleting, setDeleting] = useState<OperatorRow>()
  const list = useLastResponse(query)

  const searching = searchQuery !== ''
  const actions = { remove: setDeleting }
  return (
    <>
      <SearchedList
        query={query}
        totals={list}
        words={texts}
        failed={failureOf(query.error)}
        tools={
          <>
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
          </>
        }
        rows={list?.operators ?? []}
        columns={providerColumns(actions)}
        rowKey={(row) => row._id}
        onRowClick={(row) => void navigate(paths.operatorProfile, { state: { operator: row } })}
        card={providerCard(actions)}
        empty={
          <EmptyState title={texts.none} text={searching ? texts.noneHint : texts.noneYet}>
            {searching && (
              <Button variant="light" onClick={() => set({ searchQuery: '', page: 1 })}>
                {texts.clearSearch}
              </Button>
            )}
          </EmptyState>
        }
      />
      <DeleteProvider provider={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}
