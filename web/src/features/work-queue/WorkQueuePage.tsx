import { type QueueItem, type QueueKind, siteLongDay } from '@fornix/contract'
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useRememberedList } from '../../ui/list/list-address.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { pressed } from '../../ui/state/absence.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { Refreshing } from '../../ui/state/Refreshing.tsx'
import { useSlicedLoading } from '../../ui/state/use-sliced-loading.ts'
import { messages } from './messages.ts'
import { QueueSectionCard } from './QueueSectionCard.tsx'
import { useWorkQueue, type WorkQueueView } from './use-work-queue.ts'

const AssignDialog = lazyPart(async () => (await import('./AssignDialog.tsx')).AssignDialog, pressed)

const Sections = ({ view: { query, mine, whole, showWhole } }: { view: WorkQueueView }) => {
  const [assigning, setAssigning] = useState<{ kind: QueueKind; item: QueueItem }>()
  const isLoading = useSlicedLoading(query.isPending)
  if (isLoading) return <LoadingState rows={6} height={64} />
  const failed = query.isError && <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />
  if (!query.data) return failed
  const { sections, today, time_zone } = query.data
  const waiting = sections.filter(({ count }) => count !== 0)
  const empty = sections.filter(({ count }) => count === 0).map(({ kind }) => messages.sections[kind])
  return (
    <Stack gap="lg">
      {failed}
      {waiting.map((section) => (
        <QueueSectionCard
          key={section.kind}
          section={section}
          site={{ today, time_zone }}
          isWhole={whole === section.kind}
          onWhole={(isWhole) => showWhole(isWhole ? section.kind : '')}
          onRetry={() => void query.refetch()}
          onAssign={(item) => setAssigning({ kind: section.kind, item })}
        />
      ))}
      {waiting.length === 0 && (
        <EmptyState
          icon={IconChecks}
          title={mine ? messages.nothingMine : messages.nothing}
          text={mine ? messages.nothingMineHint : messages.nothingHint}
        />
      )}
      {waiting.length > 0 && !mine && empty.length > 0 && (
        <Text size="sm" c="dimmed">
          {messages.none(empty)}
        </Text>
      )}
      <Suspense>{assigning && <AssignDialog {...assigning} onClose={() => setAssigning(undefined)} />}</Suspense>
    </Stack>
  )
}

/** /workQueue: the signed-in user's pending work, oldest first, each line linked to where it is done. */
export const WorkQueuePage = () => {
  useRememberedList()
  const view = useWorkQueue()
  const { data } = view.query
  const total = data?.sections.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return (
    <>
      <PageTitle
        title={messages.title}
        subtitle={
          <>
            {data && `${siteLongDay(`${data.today}T12:00:00Z`, 'UTC')} · `}
            {view.query.isPending && (
              // Its space is reserved: on a phone the selection is below it.
              <span aria-hidden style={{ visibility: 'hidden' }}>
                {siteLongDay(new Date(), 'UTC')} · {messages.waiting(0)}
              </span>
            )}
            {/* Of two views, the number would be that of the one before. */}
            <span role="status" style={{ visibility: view.query.isPlaceholderData ? 'hidden' : undefined }}>
              {total === undefined ? '' : messages.waiting(total)}
            </span>
          </>
        }
      >
        <SegmentedControl
          aria-label={messages.filter}
          data={[
            { value: 'all', label: messages.everything },
            { value: 'mine', label: messages.mine },
          ]}
          value={view.mine ? 'mine' : 'all'}
          onChange={(value) => view.showMine(value === 'mine')}
        />
      </PageTitle>
      <Refreshing busy={view.query.isPlaceholderData}>
        <Sections view={view} />
      </Refreshing>
    </>
  )
}
