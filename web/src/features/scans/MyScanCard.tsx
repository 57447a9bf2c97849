import type { MyScan } from '@fornix/contract'
import { Group, Text, Title } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { studyListDate, studyTime } from '../../clinic/scans/study-dates.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { Appeal, type Contact } from './Appeal.tsx'
import { MyScanActions } from './MyScanActions.tsx'
import { messages } from './messages.ts'
import styles from './my-scans.module.css'
import { ScanCourse } from './ScanCourse.tsx'
import { ScanPicture } from './ScanPicture.tsx'
import { courseOf } from './scan-progress.ts'

const ViewAccess = ({ isOpen }: { isOpen: boolean }) => {
  const Icon = isOpen ? IconCheck : IconX
  return (
    <Group component="span" gap={4} wrap="nowrap" display="inline-flex">
      <Icon size={16} stroke={2.5} aria-hidden />
      {isOpen ? messages.access.yes : messages.access.no}
    </Group>
  )
}

const Facts = ({ scan }: { scan: MyScan }) => {
  const facts: [string, ReactNode][] = [
    [messages.columns.type, scan.scan_type],
    [messages.columns.source, scan.source],
    [messages.columns.date, studyListDate(scan.study_date)],
    [messages.columns.time, studyTime(scan.study_time)],
    [messages.columns.access, <ViewAccess key="access" isOpen={scan.view_access} />],
  ]
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="sm">
              {value}
            </Text>
          </div>
        ))}
    </dl>
  )
}

type Props = { scan: MyScan; wasBooked: boolean; contact: Contact }

/** One of the patient's own scans: what it is, its progress, and the next step. */
export const MyScanCard = ({ scan, wasBooked, contact }: Props) => {
  const day = dayInWords(scan.study_date) || messages.undated
  return (
    <article className={styles.scan} aria-label={messages.scanOf(day)}>
      <div className={styles.picture}>
        <ScanPicture scan={scan} day={day} />
      </div>
      <Title order={2} size="h3" className={styles.day}>
        {day}
      </Title>
      <Facts scan={scan} />
      <div className={styles.course}>
        <ScanCourse course={courseOf(scan, wasBooked)} />
        {scan.request_status === 'declined' && scan.ground && <Appeal ground={scan.ground} contact={contact} />}
        <MyScanActions scan={scan} day={day} />
      </div>
    </article>
  )
}
