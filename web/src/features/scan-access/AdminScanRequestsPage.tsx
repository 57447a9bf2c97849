import { getAdminProfile, totalsOf } from '@fornix/contract'
import { Button, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.tsx'
import { PageBar } from '../../ui/list/PageBar.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { type Decision, DecisionModal, nameOf } from './DecisionModal.tsx'
import { messages } from './messages.ts'
import { OpenScans } from './OpenScans.tsx'
import { FormLink, RequestTable } from './RequestTable.tsx'

/** /adminScanRequests: the server tells all that is pending, and the pages are cut here. */
export const AdminScanRequestsPage = () => {
  const email = useSession()?.user.email ?? ''
  const { page, pageSize, set } = useListParams()
  const query = useCall(getAdminProfile, { body: { email } }, { staleTime: 0 })
  const [decision, setDecision] = useState<Decision>()
  const [said, setSaid] = useState('')
  const all = query.data?.admin.pending_requests ?? []
  const { total, total_pages } = totalsOf(all.length, pageSize)
  const shown = Math.min(page, total_pages)
  const decide = (kind: Decision['kind']) => (request: Decision['request']) => {
    setSaid('')
    setDecision({ kind, request })
  }
  return (
    <Stack gap="lg">
      <PageTitle title={messages.title} />
      <Paper component="section" withBorder radius="lg" aria-label={messages.title}>
        <Text role="status" size="sm" c="dimmed" p="md" mih={52}>
          {said || (total > 0 ? messages.pending(total) : '')}
        </Text>
        <RequestTable
          rows={all.slice((shown - 1) * pageSize, shown * pageSize)}
          loading={query.isPending}
          error={query.isError ? messages.fetchFailed : undefined}
          errorDialog
          onRetry={() => void query.refetch()}
          empty={messages.empty}
          actionsHeader={messages.columns.approve}
          actions={(row) => (
            <>
              <Button fz="sm" aria-label={messages.approve.named(nameOf(row))} onClick={() => decide('approve')(row)}>
                {messages.approve.button}
              </Button>
              <Button
                variant="light"
                color="red"
                fz="sm"
                aria-label={messages.decline.named(nameOf(row))}
                onClick={() => decide('decline')(row)}
              >
                {messages.decline.button}
              </Button>
              <FormLink row={row} />
            </>
          )}
        />
        {total > 0 && (
          <PageBar
            page={shown}
            pageSize={pageSize}
            totalPages={total_pages}
            total={total}
            onPage={(next) => set({ page: next })}
            onPageSize={(size) => set({ page_size: size, page: 1 })}
          />
        )}
      </Paper>
      <OpenScans onRevoke={decide('revoke')} />
      {decision && (
        <DecisionModal
          decision={decision}
          onClose={() => setDecision(undefined)}
          onDone={(sentence) => {
            setDecision(undefined)
            setSaid(sentence)
          }}
        />
      )}
    </Stack>
  )
}
