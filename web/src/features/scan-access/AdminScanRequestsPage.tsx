import { getAdminProfile, type PendingRequest, totalsOf } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconSignature } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { WhoOpened } from '../../clinic/records/WhoOpened.tsx'
import { studyDate } from '../../clinic/scans/study-dates.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { useSelection } from '../../ui/list/use-selection.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { useSlicedLoading } from '../../ui/state/use-sliced-loading.ts'
import { AnswerBy } from './AnswerBy.tsx'
import { DecideSelected } from './DecideSelected.tsx'
import { type Decision, DecisionModal, nameOf } from './DecisionModal.tsx'
import { messages } from './messages.ts'
import { OpenScans } from './OpenScans.tsx'
import { FormLink, requestParts } from './request-parts.tsx'

type ButtonProps = {
  row: PendingRequest
  onDecide: (kind: Decision['kind']) => (request: Decision['request']) => void
}

/** Why a request cannot be approved as it is. */
const Obstacle = ({ row: { is_moved } }: Pick<ButtonProps, 'row'>) => {
  const Icon = is_moved ? IconAlertTriangle : IconSignature
  return (
    <Text size="sm" w="100%">
      <Icon size={16} aria-hidden style={{ verticalAlign: 'text-bottom' }} />{' '}
      {is_moved ? messages.moved : messages.countersignFirst}
    </Text>
  )
}

const isBlocked = (row: PendingRequest) => row.is_moved || row.needs_countersign

const RequestButtons = ({ row, onDecide }: ButtonProps) => (
  <>
    {isBlocked(row) && <Obstacle row={row} />}
    <Button
      fz="sm"
      aria-label={messages.approve.named(nameOf(row))}
      disabled={isBlocked(row)}
      data-request={isBlocked(row) ? undefined : row.request_id}
      onClick={() => onDecide('approve')(row)}
    >
      {messages.approve.button}
    </Button>
    <Button
      variant="light"
      color="red"
      fz="sm"
      aria-label={messages.decline.named(nameOf(row))}
      data-request={isBlocked(row) ? row.request_id : undefined}
      onClick={() => onDecide('decline')(row)}
    >
      {messages.decline.button}
    </Button>
    {!row.is_moved && !row.is_extended && row.days_left >= 0 && (
      <Button
        variant="default"
        fz="sm"
        aria-label={messages.extend.named(nameOf(row))}
        onClick={() => onDecide('extend')(row)}
      >
        {messages.extend.button}
      </Button>
    )}
    <FormLink form={row.form_file_id} who={nameOf(row)} />
    <WhoOpened compact of={{ study: row.studyId, day: studyDate(row.studyDate) }} />
  </>
)

/** The request that the address names, as a line of Today leads to it: on its page, and with the focus. */
const useAsked = (all: readonly PendingRequest[], pageSize: number, isShown: boolean) => {
  const [search] = useSearchParams()
  const linked = search.get('request')
  const at = all.findIndex(({ request_id }) => request_id === linked)
  const isThere = linked !== null && at >= 0
  useEffect(() => {
    if (!isThere || !isShown) return
    const button = document.querySelector<HTMLElement>(`[data-request="${CSS.escape(linked)}"]`)
    button?.focus()
    button?.scrollIntoView({ block: 'center' })
  }, [linked, isThere, isShown])
  return isThere && !search.has('page') ? Math.floor(at / pageSize) + 1 : undefined
}

/** /adminScanRequests: the server tells all that is pending, and the pages are cut here. */
export const AdminScanRequestsPage = () => {
  const email = useSession()?.user.email ?? ''
  const { page, pageSize } = useListParams()
  const query = useCall(getAdminProfile, { body: { email } }, { staleTime: 0 })
  const isLoading = useSlicedLoading(query.isPending)
  const [decision, setDecision] = useState<Decision>()
  const [doneSentence, setDoneSentence] = useState('')
  const all = query.data?.admin.pending_requests ?? []
  const totals = totalsOf(all.length, pageSize)
  const shown = useAsked(all, pageSize, !isLoading) ?? Math.min(page, totals.total_pages)
  const rows = all.slice((shown - 1) * pageSize, shown * pageSize)
  const parts = requestParts<PendingRequest>({
    empty: messages.empty,
    extra: { key: 'due', header: messages.columns.answerBy, cell: (row) => <AnswerBy row={row} /> },
    actionsHeader: messages.columns.approve,
    actions: (row) => <RequestButtons row={row} onDecide={decide} />,
  })
  const { selection, ...selected } = useSelection({
    rows,
    keyOf: parts.rowKey,
    label: (row) => messages.ofScan(nameOf(row), studyDate(row.studyDate)),
    total: totals.total,
    ...(query.data && { all }),
  })
  const sentence = doneSentence || (totals.total > 0 ? messages.pending(totals.total) : '')
  const decide = (kind: Decision['kind']) => (request: Decision['request']) => {
    setDoneSentence('')
    setDecision({ kind, request })
  }
  return (
    <Stack gap="lg">
      <PageTitle title={messages.title} />
      <RecordList
        query={{ ...query, isPending: isLoading, data: totals }}
        page={shown}
        label={messages.title}
        failed={messages.fetchFailed}
        above={
          <>
            <Text role="status" size="sm" c="dimmed" {...((sentence || isLoading) && { p: 'md', mih: 52 })}>
              {sentence}
            </Text>
            <DecideSelected selected={selected} total={totals.total} />
          </>
        }
        rows={rows}
        selection={selection}
        errorDialog
        {...parts}
      />
      {/* Shown with the requests above it: their height would move it. */}
      <div hidden={isLoading}>
        <OpenScans onRevoke={decide('revoke')} />
      </div>
      {decision && (
        <DecisionModal
          decision={decision}
          onClose={() => setDecision(undefined)}
          onDone={(sentence) => {
            setDecision(undefined)
            setDoneSentence(sentence)
          }}
        />
      )}
    </Stack>
  )
}
