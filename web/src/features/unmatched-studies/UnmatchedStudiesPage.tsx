import { listUnmatchedStudies, type UnmatchedStudy } from '@fornix/contract'
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { oneOf } from '../../platform/base/one-of.ts'
import { useCall } from '../../platform/calls/api.ts'
import type { Column } from '../../ui/list/DataList.tsx'
import { ListSearch } from '../../ui/list/ListSearch.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
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

const columnsOf = (show: Show, actions: (study: UnmatchedStudy) => ReactNode): Column<UnmatchedStudy>[] => [
  { key: 'scan', header: messages.columns.scan, rowHeader: true, cell: (study) => <Scan study={study} /> },
  { key: 'says', header: messages.columns.says, cell: (study) => <Says study={study} /> },
  { key: 'why', header: whyHeaders[show], cell: (study) => <Why study={study} /> },
  { key: 'actions', header: messages.columns.actions, hideHeader: true, cell: actions },
]

const StudyCard = ({ study, children }: { study: UnmatchedStudy; children: ReactNode }) => (
  <Stack gap="sm">
    <Scan study={study} />
    <Says study={study} />
    <Why study={study} />
    {children}
  </Stack>
)

type FilterProps = { show: Show; onShow: (show: Show) => void; note: string }

const StudyFilters = ({ show, onShow, note }: FilterProps) => {
  const { set } = useListParams()
  return (
    <>
      <Group justify="space-between" p="md" gap="sm">
        <ListSearch words={messages} />
        <SegmentedControl
          aria-label={messages.show.label}
          value={show}
          onChange={(next) => {
            onShow(oneOf(shows, next) ?? 'open')
            set({ page: 1 })
          }}
          data={shows.map((value) => ({ value, label: messages.show[value] }))}
        />
      </Group>
      <Text role="status" size="sm" c="dimmed" px="md" pb={note && 'md'}>
        {note}
      </Text>
    </>
  )
}

const NoStudies = ({ show }: { show: Show }) => {
  const { searchQuery, set } = useListParams()
  return searchQuery === '' ? (
    <EmptyState title={messages.empty[show]} text={show === 'open' ? messages.emptyHint : undefined} />
  ) : (
    <EmptyState title={messages.noneFound} text={messages.noneFoundHint}>
      <Button variant="light" onClick={() => set({ searchQuery: '', page: 1 })}>
        {messages.clearSearch}
      </Button>
    </EmptyState>
  )
}

/** /unmatchedScans */
export const UnmatchedStudiesPage = () => {
  const { page, pageSize, searchQuery } = useListParams()
  const [show, setShow] = useState<Show>('open')
  const [decision, setDecision] = useState<Decision>()
  const [doneSentence, setDoneSentence] = useState('')
  const query = useCall(
    listUnmatchedStudies,
    { query: { show, searchQuery, page, page_size: pageSize } },
    { keepPrevious: true, staleTime: 0 },
  )
  const total = query.data?.total ?? 0
  const note = doneSentence || (show === 'open' && total > 0 && searchQuery === '' ? messages.count(total) : '')
  const changeShow = (next: Show) => {
    setShow(next)
    setDoneSentence('')
  }
  const decide = (study: UnmatchedStudy) => (kind: Decision['kind']) => {
    setDoneSentence('')
    setDecision({ kind, study })
  }
  const finish = (sentence: string) => {
    setDecision(undefined)
    setDoneSentence(sentence)
  }
  const actions = (study: UnmatchedStudy) => <Actions study={study} onDecide={decide(study)} />
  return (
    <Stack gap="lg">
      <PageTitle title={messages.title} subtitle={show === 'matched' ? messages.subtitleMatched : messages.subtitle} />
      <RecordList
        query={query}
        label={messages.title}
        failed={messages.fetchFailed}
        above={<StudyFilters show={show} onShow={changeShow} note={note} />}
        rows={query.data?.studies ?? []}
        rowKey={(study) => study.study_UID}
        empty={<NoStudies show={show} />}
        columns={columnsOf(show, actions)}
        card={(study) => <StudyCard study={study}>{actions(study)}</StudyCard>}
      />
      {decision && <DecisionModal decision={decision} onClose={() => setDecision(undefined)} onDone={finish} />}
    </Stack>
  )
}
