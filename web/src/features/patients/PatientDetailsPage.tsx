import { NativeSelect, Stack, Tabs } from '@mantine/core'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { NoPatient } from '../../clinic/records/NoPatient.tsx'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { useChosenPatient, useRememberPatient } from '../../platform/calls/chosen-patient.ts'
import { bodyOf, statusOf } from '../../platform/http/failure.ts'
import { ErrorDialog } from '../../ui/dialog/ErrorDialog.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { OnceInView } from '../../ui/state/OnceInView.tsx'
import { messages } from './messages.ts'
import { PatientHeader, WayBack } from './PatientHeader.tsx'
import { type StaffRecord, usePatientRecord } from './use-patient-record.ts'
import { withoutTabs } from './without-tabs.ts'

const RecordSections = lazyPart(async () => (await import('./RecordSections.tsx')).RecordSections)

/** A tab that another feature adds; see record-tabs.tsx. */
export type RecordTab = { value: string; label: string; Panel: ComponentType<{ patientKey: string }> }
type Tab = { value: string; label: string; panel: (record: StaffRecord) => ReactNode }

type Part = ComponentType<{ patientKey: string }>
const profileOf = (Summary: Part | undefined): Tab => ({
  value: 'profile',
  label: 'Profile',
  panel: (record) => (
    <Stack gap="lg">
      {Summary && <Summary patientKey={record.patient.patient_id} />}
      <OnceInView>
        <RecordSections record={record} />
      </OnceInView>
    </Stack>
  ),
})
const tabOf = ({ value, label, Panel }: RecordTab): Tab => ({
  value,
  label,
  panel: ({ patient }) => (
    <Suspense fallback={<LoadingState />}>
      <Panel patientKey={patient.patient_id} />
    </Suspense>
  ),
})

const Details = ({ record, tabs, Tool }: { record: StaffRecord; tabs: Tab[]; Tool: Part | undefined }) => {
  const [search, setSearch] = useSearchParams()
  const wide = useAtLeast('1150px')
  const chosen = tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0]!
  const { patient } = record
  useRememberPatient(patient.patient_id)
  const choose = (value: string | null) => {
    if (!value) return
    // A list on the previous tab also has its page and order in the address.
    setSearch({ patient: patient.patient_id, tab: value }, { replace: true })
  }
  // The panel stays mounted at every width: turning the screen must not lose typed text.
  return (
    <Tabs value={chosen.value} onChange={choose} keepMounted={false}>
      <PatientHeader record={record} tools={Tool && <Tool patientKey={patient.patient_id} />}>
        {wide && (
          <Tabs.List aria-label={messages.details.tabs}>
            {tabs.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        )}
      </PatientHeader>
      {!wide && (
        <NativeSelect
          mb="md"
          aria-label={messages.details.tabs}
          data={tabs.map(({ value, label }) => ({ value, label }))}
          value={chosen.value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      <Tabs.Panel value={chosen.value} pt={wide ? 'lg' : 0} {...(!wide && withoutTabs)}>
        {chosen.panel(record)}
      </Tabs.Panel>
    </Tabs>
  )
}

/** /profile for staff. */
export const PatientDetailsPage = ({ tabs, summary, tool }: { tabs: RecordTab[]; summary?: Part; tool?: Part }) => {
  const { key, pending } = useChosenPatient()
  const { query, record } = usePatientRecord(key)
  if (pending || (key !== null && query.isPending)) return <LoadingState />
  if (record)
    return (
      <Details key={record.patient._id} record={record} tabs={[profileOf(summary), ...tabs.map(tabOf)]} Tool={tool} />
    )
  const status = statusOf(query.error)
  const refused = status === 400 ? bodyOf(query.error)?.detail : undefined
  return (
    <Stack>
      {key !== null && status !== 404 && <WayBack />}
      <PageTitle title={messages.details.title} />
      {refused && <ErrorDialog message={refused} />}
      {!refused &&
        (key === null || status === 404 ? (
          <NoPatient patientKey={key} />
        ) : (
          <ErrorState message={messages.details.fetchFailed} onRetry={() => void query.refetch()} />
        ))}
    </Stack>
  )
}
