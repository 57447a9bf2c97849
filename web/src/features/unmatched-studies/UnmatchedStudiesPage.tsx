import { listUnmatchedStudies, type UnmatchedStudy } from '@fornix/contract'
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { oneOf } from '../../platform/base/one-of.ts'
import { useCall } from '../../platform/calls/api.ts'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { SearchBox } from '../../ui/list/SearchBox.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { Actions, Says, Scan, Why } from './cells.tsx'
import { DecisionModal } from './DecisionModal.tsx'
import { messages } from './messages.ts'
import type { Decision } from './study-words.ts'

const whyHeaders = {
  open: messages.columns.why,
  decided: messages.columns.decision,
  matched: messages.columns.match,
}
const shows = ['open', 'decided', 'matched'] as const
type Show = (typeof shows)[number]

/** /unmatchedScans */
export const UnmatchedStudiesPage = () => {
  const { page, pageSize, searchQuery, set } = useListParams()
  const [show, setShow] = useState<Show>('open')
  const [decision, setDecision] = useState<Decision>()
  const [said, setSaid] = useState('')
  const query = useCall(
    listUnmatchedStudies,
    { query: { show, searchQuery, page, page_size: pageSize } },
    { keepPrevious: true, staleTime: 0 },
  )
  const total = query.data?.total ?? 0
  const searching = searchQuery !== ''
  const note = said || (show === 'open' && total > 0 && !searching ? messages.count(total) : '')
  const actions = (study: UnmatchedStudy) => (
    <Actions
      study={study}
      onDecide={(kind) => {
        setSaid('')
        setDecision({ kind, study })
      }}
    />
  )
  return (
    <Stack gap="lg">
      <PageTitle title={messages.title} subtitle={show === 'matched' ? messages.subtitleMatched : messages.subtitle} />
      <RecordList
        query={query}
        totals={query.data}
        label={messages.title}
        failed={messages.fetchFailed}
        above={
          <>
            <Group justify="space-between" p="md" gap="sm">
              <SearchBox
                label={messages.searchLabel}
                placeholder={messages.search}
                value={searchQuery}
                onSearch={(words) => set({ searchQuery: words, page: 1 })}
              />
              <SegmentedControl
                aria-label={messages.show.label}
                value={show}
                onChange={(next) => {
                  setShow(oneOf(shows, next) ?? 'open')
                  setSaid('')
                  set({ page: 1 })
                }}
                data={shows.map((value) => ({ value, label: messages.show[value] }))}
              />
            </Group>
            <Text role="status" size="sm" c="dimmed" px="md" pb={note && 'md'}>
              {note}
            </Text>
          </>
        }
        rows={query.data?.studies ?? []}
        rowKey={(study) => study.study_UID}
        empty={
          searching ? (
            <EmptyState title={messages.noneFound} text={messages.noneFoundHint}>
              <Button variant="light" onClick={() => set({ searchQuery: '', page: 1 })}>
                {messages.clearSearch}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title={messages.empty[show]} text={show === 'open' ? messages.emptyHint : undefined} />
          )
        }
        columns={[
          { key: 'scan', header: messages.columns.scan, rowHeader: true, cell: (study) => <Scan study={study} /> },
          { key: 'says', header: messages.columns.says, cell: (study) => <Says study={study} /> },
          {
            key: 'why',
            header: whyHeaders[show],
            cell: (study) => <Why study={study} />,
          },
          { key: 'actions', header: messages.columns.actions, hideHeader: true, cell: actions },
        ]}
        card={(study) => (
          <Stack gap="sm">
            <Scan study={study} />
            <Says study={study} />
            <Why study={study} />
            {actions(study)}
          </Stack>
        )}
      />
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
