import { listOpenAccess, type OpenAccess, pageSizes } from '@fornix/contract'
import { Button, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { WhoOpened } from '../../clinic/records/WhoOpened.tsx'
import { studyDate } from '../../clinic/scans/study-dates.ts'
import { oneOf } from '../../platform/base/one-of.ts'
import { useCall } from '../../platform/calls/api.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { DataList } from '../../ui/list/DataList.tsx'
import { isEmptyPage, PageBar } from '../../ui/list/PageBar.tsx'
import { nameOf, type Request } from './DecisionModal.tsx'
import { messages } from './messages.ts'
import { FormLink, requestParts } from './request-parts.tsx'

/** What is open to patients now, with the way to take it back. */
export const OpenScans = ({ onRevoke }: { onRevoke: (request: Request) => void }) => {
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<(typeof pageSizes)[number]>(10)
  const query = useCall(listOpenAccess, { query: { page, page_size: pageSize } }, { keepPrevious: true })
  const rows = query.data?.open ?? []
  return (
    <Paper component="section" withBorder radius="lg" aria-labelledby="open-scans">
      <Title order={2} size="h3" px="md" pt="md" id="open-scans">
        {messages.open.title}
      </Title>
      <Text size="sm" c="dimmed" px="md" pb="md">
        {messages.open.lead}
      </Text>
      <DataList
        rows={rows}
        loading={query.isPending || isEmptyPage(rows, query.data)}
        stale={query.isPlaceholderData}
        error={query.isError ? messages.open.fetchFailed : undefined}
        onRetry={() => void query.refetch()}
        {...requestParts({
          empty: messages.open.empty,
          emptyHint: messages.open.emptyHint,
          extra: {
            key: 'until',
            header: messages.columns.until,
            cell: (row: OpenAccess) => (row.access_until ? dayInWords(row.access_until) : messages.open.always),
          },
          actionsHeader: messages.columns.actions,
          actions: (row: OpenAccess) => (
            <>
              {row.form_file_id && <FormLink form={row.form_file_id} who={nameOf(row)} />}
              <Button
                variant="light"
                color="red"
                fz="sm"
                aria-label={messages.revoke.named(nameOf(row))}
                onClick={() => onRevoke(row)}
              >
                {messages.revoke.button}
              </Button>
              <WhoOpened compact of={{ study: row.studyId, day: studyDate(row.studyDate) }} />
            </>
          ),
        })}
      />
      {query.data && query.data.total > 0 && (
        <PageBar
          page={page}
          pageSize={pageSize}
          totals={query.data}
          isStale={query.isPlaceholderData}
          onPage={setPage}
          of={messages.open.title}
          onPageSize={(size) => {
            setPageSize(oneOf(pageSizes, size) ?? 10)
            setPage(1)
          }}
        />
      )}
    </Paper>
  )
}
