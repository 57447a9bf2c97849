import { Anchor, Button } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { birthOf, mrnOf } from '../../clinic/records/patient-identity.ts'
import { paths } from '../../platform/base/paths.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { homeOf, useSession } from '../../platform/session/session.tsx'
import { dayInWords } from '../../ui/display/days.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { messages } from './messages.ts'
import { failureText, isNotOpen, OpenedElsewhere, useStudy, useStudyOfSeries } from './queries.ts'
import { StudyViewer } from './StudyViewer.tsx'
import { slicesBecauseOf } from './slices-because.ts'
import styles from './viewer.module.css'

/** Only a few staff compare scans: for everybody else it is not loaded. */
const CompareViewer = lazyPart(async () => (await import('./compare/CompareViewer.tsx')).CompareViewer)

type Fact = [label: string, value: string]

/** The list of scans from which the study was opened, if known. */
const useWayBack = (patient: string | undefined) => {
  const session = useSession()
  if (session?.role === 'Patient') return { to: paths.scan, words: messages.backToScans }
  if (patient) return { to: recordAddress(patient, 'scan'), words: messages.staff.backToRecord }
  return { to: session ? homeOf(session.role) : '/', words: messages.back }
}

type ShellProps = { title: string; facts?: Fact[]; patient?: string | undefined; children: ReactNode }
const Shell = ({ title, facts = [], patient, children }: ShellProps) => {
  const back = useWayBack(patient)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <PageTitle title={title} documentTitle={messages.title} />
        <dl className={styles.facts}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <span className={styles.warning}>{messages.notForDiagnosis}</span>
        {/* A document link: the next page must not keep this one's policy. */}
        <Anchor href={back.to} size="sm">
          {back.words}
        </Anchor>
      </header>
      {children}
    </div>
  )
}

/** If there is nothing to show and retrying would not help: why, and how to reach a scan that opens. */
const NoScan = ({ text }: { text: string }) => {
  const isPatient = useSession()?.role === 'Patient'
  return (
    <div role="alert">
      <EmptyState title={messages.noScan.title} text={text} icon={IconPhotoOff}>
        {/* A document link, like the one above. */}
        <Button component="a" href={isPatient ? paths.scan : paths.patientList} mt="sm">
          {isPatient ? messages.noScan.patient : messages.noScan.staff}
        </Button>
      </EmptyState>
    </div>
  )
}

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <main className={styles.state}>
    {isNotOpen(error) ? (
      <NoScan text={failureText(error)} />
    ) : (
      <ErrorState message={failureText(error)} onRetry={onRetry} />
    )}
  </main>
)

const Elsewhere = ({ onAgain }: { onAgain: () => void }) => (
  <main className={styles.state}>
    <p role="status">{messages.openedElsewhere}</p>
    <Button variant="default" onClick={onAgain}>
      {messages.openAgain}
    </Button>
  </main>
)

const identifiersOf = ({ dob, mrn_number }: { dob: string; mrn_number: string }): Fact[] => [
  [messages.staff.birth, birthOf({ dob, age: null })],
  [messages.staff.record, mrnOf({ mrn_number })],
]

/** What draws volumes is large: it loads while the study is still being fetched, but not where the study opens as slices. */
const useSceneAhead = (isPatient: boolean) => {
  useEffect(() => {
    if (!slicesBecauseOf(isPatient)) import('./scene.ts').catch(() => undefined)
  }, [isPatient])
}

/** The study that the address names, or else the one of its series; `lost` says why it is no longer open. */
const useRequestedStudy = () => {
  const [address] = useSearchParams()
  const series = address.get('seriesId') ?? undefined
  const named = address.get('study') ?? ''
  const found = useStudyOfSeries(named === '' ? (series ?? '') : '')
  const study = named || (found.data ?? '')
  const opening = useStudy(study, series)
  const [lost, setLost] = useState<unknown>()
  const queries = useQueryClient()

  const onFailure = (failure: unknown) => {
    if (!isNotOpen(failure)) return
    // Access ended while it was open: none of it may stay on screen or in memory.
    queries.removeQueries({ queryKey: ['images'] })
    setLost(failure)
  }
  return { study, series, isToCompare: address.has('compare'), found, opening, lost, onFailure }
}

/** The portal's image viewer: its own document, full screen, for one study. */
export const ViewerPage = () => {
  const { study, series, isToCompare, found, opening, lost, onFailure } = useRequestedStudy()
  const opened = opening.data
  const error = opening.error ?? found.error
  const isPatient = useSession()?.role === 'Patient'
  const isComparing = !isPatient && isToCompare
  useSceneAhead(isPatient)

  if (study === '' && !found.isLoading && !found.isError)
    return (
      <Shell title={messages.title}>
        <main className={styles.state}>
          <NoScan text={series ? messages.notOpen : messages.noScan.address} />
        </main>
      </Shell>
    )
  if (error instanceof OpenedElsewhere)
    return (
      <Shell title={messages.title}>
        <Elsewhere onAgain={() => void opening.refetch()} />
      </Shell>
    )
  if (lost ?? error)
    return (
      <Shell title={messages.title}>
        <Failed error={lost ?? error} onRetry={() => void (found.isError ? found : opening).refetch()} />
      </Shell>
    )
  if (!opened)
    return (
      <Shell title={messages.title}>
        <main className={styles.state}>
          <p>{messages.opening}</p>
          <LoadingState rows={3} />
        </main>
      </Shell>
    )
  const first = opened.series.find(({ uid }) => uid === series) ?? opened.series[0]
  const { record } = opened
  const facts: Fact[] = [
    [messages.patient, opened.patient_name],
    ...(record ? identifiersOf(record) : []),
    // When comparing, each side shows its own.
    ...(isComparing ? [] : [[messages.date, dayInWords(opened.study_date) || opened.study_date] satisfies Fact]),
  ]
  if (first && isComparing)
    return (
      <Shell title={messages.staff.compare} facts={facts} patient={record?.patient_id}>
        <Suspense
          fallback={
            <main className={styles.state}>
              <LoadingState rows={3} />
            </main>
          }
        >
          <CompareViewer opened={{ ...opened, study }} first={first} onFailure={onFailure} />
        </Suspense>
      </Shell>
    )
  return (
    <Shell title={opened.scan_type || messages.unnamedStudy} facts={facts} patient={record?.patient_id}>
      {first ? (
        <StudyViewer
          study={study}
          patient={record && { patient_id: record.patient_id, name: opened.patient_name }}
          scanType={opened.scan_type}
          all={opened.series}
          first={first}
          onFailure={onFailure}
        />
      ) : (
        <main className={styles.state}>
          <NoScan text={messages.noSeries} />
        </main>
      )}
    </Shell>
  )
}
