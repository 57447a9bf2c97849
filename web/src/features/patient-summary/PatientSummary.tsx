import { getPatientSummary, type PatientSummary as Summary, siteShortDay, siteTime } from '@fornix/contract'
import { Anchor, Paper, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { accessWords } from '../../clinic/scans/access-words.ts'
import { ScanThumbnail } from '../../clinic/scans/ScanThumbnail.tsx'
import { studyListDate } from '../../clinic/scans/study-dates.ts'
import { ScreeningBadge } from '../../clinic/visits/ScreeningBadge.tsx'
import { useCall } from '../../platform/calls/api.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { messages } from './messages.ts'
import classes from './patient-summary.module.css'

/** The value of a part, the link to its tab, and a line below. */
type Part = {
  label: string
  tab: string
  value: ReactNode
  note?: string
  also?: { tab: string; text: string }
  picture?: ReactNode
}
/** The anchor of the medical information on the page itself. */
const medicalAnchor = '#medical-information'

const scanOf = ({ last_scan }: Summary): Part => ({
  label: messages.scan,
  tab: 'scan',
  value: last_scan ? studyListDate(last_scan.study_date) : messages.noScan,
  ...(last_scan && {
    note: accessWords(last_scan),
    picture: <ScanThumbnail scan={last_scan} size={44} />,
  }),
})
const visitOf = ({ next_visit, time_zone }: Summary): Part => ({
  label: messages.visit,
  tab: 'appointment',
  value: next_visit
    ? messages.visitAt(siteShortDay(next_visit, time_zone), siteTime(next_visit, time_zone))
    : messages.noVisit,
})
const safetyOf = ({ screening: { state, good_until }, time_zone }: Summary): Part => ({
  label: messages.safety,
  tab: 'mrsafety',
  value: <ScreeningBadge state={state} until={good_until} timeZone={time_zone} />,
})
/** A form is for a visit; without one it is not needed. */
const todoOf = ({ missing, form_signed, next_visit }: Summary): Part => {
  const form = next_visit && !form_signed ? { tab: 'file', text: messages.form } : undefined
  const label = messages.todo
  if (missing && missing.length > 0)
    return {
      label,
      tab: medicalAnchor,
      value: messages.medical,
      note: messages.missing(missing.length),
      ...(form && { also: form }),
    }
  return form ? { label, tab: form.tab, value: form.text } : { label, tab: '', value: messages.nothing }
}
const moneyOf = ({ unpaid: { count, amount } }: Summary): Part => ({
  label: messages.money,
  tab: 'reimbursement',
  value: count > 0 ? messages.unpaid(amount) : messages.none,
  ...(count > 0 && { note: messages.requests(count) }),
})
const filesOf = ({ files: { count, unread } }: Summary): Part => ({
  label: messages.files,
  tab: 'file',
  value: count > 0 ? messages.fileCount(count) : messages.noFiles,
  ...(unread > 0 && { note: messages.unread(unread) }),
})
const parts = [scanOf, visitOf, safetyOf, todoOf, moneyOf, filesOf]

const Way = ({ patientKey, tab, children }: { patientKey: string; tab: string; children: ReactNode }) => {
  if (tab === '') return children
  const address = tab.startsWith('#') ? `${recordAddress(patientKey)}${tab}` : recordAddress(patientKey, tab)
  return (
    <Anchor component={Link} to={address} replace fw={600} size="sm">
      {children}
    </Anchor>
  )
}

const Cell = ({ patientKey, part: { label, tab, value, note, also, picture } }: { patientKey: string; part: Part }) => (
  <li className={classes.cell}>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <div className={classes.content}>
      <div className={classes.value}>
        <Way patientKey={patientKey} tab={tab}>
          {value}
        </Way>
        {also && (
          <Way patientKey={patientKey} tab={also.tab}>
            {also.text}
          </Way>
        )}
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      {picture}
    </div>
  </li>
)

/** The content of a record, each part a link to its tab. Its space is reserved before it loads, so that nothing moves. */
export const PatientSummary = ({ patientKey }: { patientKey: string }) => {
  const { data, isError, refetch } = useCall(getPatientSummary, { params: { key: patientKey } }, { staleTime: 0 })
  return (
    <section aria-label={messages.label} aria-busy={!data && !isError}>
      {isError && !data ? (
        <div className={classes.failed}>
          <ErrorState message={messages.failed} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Paper component="ul" withBorder radius="lg" className={classes.strip}>
          {parts.map((part) =>
            data ? (
              <Cell key={part.name} patientKey={patientKey} part={part(data)} />
            ) : (
              <li key={part.name} className={classes.cell} aria-hidden>
                <Skeleton height={14} width="60%" />
                <Skeleton height={18} width="85%" />
              </li>
            ),
          )}
        </Paper>
      )}
    </section>
  )
}
