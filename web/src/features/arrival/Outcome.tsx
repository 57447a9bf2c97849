import { type ArrivedStudy, admins, listArrived, maxArrivedStudies } from '@fornix/contract'
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ScanQuality, useScanQuality } from '../../clinic/scans/ScanQuality.tsx'
import { studyListDate } from '../../clinic/scans/study-dates.ts'
import { paths } from '../../platform/base/paths.ts'
import { send } from '../../platform/calls/api.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { useSession } from '../../platform/session/session.tsx'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { type Column, DataList } from '../../ui/list/DataList.tsx'
import { messages } from './messages.ts'
import type { Progress, Refusal } from './upload-state.ts'

/** The study's patient, with a link to that record's scans. */
const patientOf = ({ state, patient_name, patient_id }: ArrivedStudy) =>
  state === 'matched' ? (
    <Anchor component={Link} to={recordAddress(patient_id, 'scan')}>
      <WholeFacts>{[patient_name, patient_id]}</WholeFacts>
    </Anchor>
  ) : (
    messages.states[state]
  )

type Quality = ReturnType<typeof useScanQuality>

const columnsWith = (quality: Quality): Column<ArrivedStudy>[] => [
  {
    key: 'date',
    header: messages.columns.date,
    rowHeader: true,
    cell: ({ study_date }) => studyListDate(study_date),
  },
  { key: 'type', header: messages.columns.type, cell: ({ scan_type }) => scan_type },
  { key: 'patient', header: messages.columns.patient, cell: patientOf },
  {
    key: 'images',
    header: messages.columns.images,
    cell: ({ study_UID, study_date }) => <ScanQuality quality={quality.get(study_UID)} studyDate={study_date} />,
  },
]

const arrivedOf = async (studies: readonly string[], signal: AbortSignal) => {
  const all: ArrivedStudy[] = []
  for (let at = 0; at < studies.length; at += maxArrivedStudies) {
    const body = { studies: studies.slice(at, at + maxArrivedStudies) }
    all.push(...(await send(listArrived, { body }, { signal })).studies)
  }
  return all
}

const Studies = ({ studies }: { studies: readonly string[] }) => {
  const query = useQuery({
    queryKey: [listArrived.path, studies],
    queryFn: ({ signal }) => arrivedOf(studies, signal),
    staleTime: 0,
  })
  const quality = useScanQuality(studies)
  const role = useSession()?.role
  const isToDecide = admins.some((admin) => admin === role) && query.data?.some(({ state }) => state !== 'matched')
  return (
    <>
      {isToDecide && (
        <Anchor component={Link} to={paths.unmatchedStudies} display="inline-block" mb="sm">
          {messages.decide}
        </Anchor>
      )}
      <DataList
        rows={query.data ?? []}
        columns={columnsWith(quality)}
        rowKey={({ study_UID }) => study_UID}
        loading={query.isPending}
        error={query.isError ? messages.studiesFailed : undefined}
        onRetry={() => void query.refetch()}
        card={(study) => (
          <>
            <Text fw={600}>{studyListDate(study.study_date)}</Text>
            <Text size="sm" c="dimmed">
              {study.scan_type}
            </Text>
            <Text size="sm" component="div">
              {patientOf(study)}
            </Text>
            <ScanQuality quality={quality.get(study.study_UID)} studyDate={study.study_date} />
          </>
        )}
      />
    </>
  )
}

/** The files of each reason, in the order in which the reasons first occurred. */
const byReason = (refused: readonly Refusal[]) => [...Map.groupBy(refused, ({ sentence }) => sentence)]

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <Paper withBorder radius="lg" p="lg" component="section" aria-labelledby={id}>
    <Title order={2} size="h4" id={id} mb="sm">
      {title}
    </Title>
    {children}
  </Paper>
)

type Props = { progress: Progress; leftOut: number; onRetry: () => void; onMore: () => void }

/** What was stored and for whom, and what was refused and why. */
export const Outcome = ({ progress, leftOut, onRetry, onMore }: Props) => {
  const { files, refused, studies } = progress
  const again = refused.filter((refusal) => refusal.again).length
  return (
    <Stack>
      <Section id="outcome" title={messages.doneTitle}>
        <Text role="status">{messages.done(files.stored, files.duplicates, refused.length)}</Text>
        {leftOut > 0 && (
          <Text size="sm" c="dimmed" mt="xs">
            {messages.leftOut(leftOut)}
          </Text>
        )}
        <Group gap="sm" mt="md">
          {again > 0 && <Button onClick={onRetry}>{messages.retry(again)}</Button>}
          <Button variant={again > 0 ? 'default' : 'filled'} onClick={onMore}>
            {messages.more}
          </Button>
        </Group>
      </Section>
      {studies.length > 0 && (
        <Section id="studies" title={messages.studies}>
          <Studies studies={studies} />
        </Section>
      )}
      {refused.length > 0 && (
        <Section id="refused" title={messages.refused}>
          <Stack gap="md">
            {byReason(refused).map(([sentence, files = []]) => (
              <details key={sentence} open={files.length <= 5}>
                <summary>{messages.reason(sentence, files.length)}</summary>
                <ul>
                  {files.map(({ name }) => (
                    <li key={name} style={{ overflowWrap: 'anywhere' }}>
                      {name}
                    </li>
                  ))}
                </ul>
              </details>
            ))}
          </Stack>
        </Section>
      )}
    </Stack>
  )
}
