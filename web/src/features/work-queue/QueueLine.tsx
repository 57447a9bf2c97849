import {
  dayMs,
  isAssignable,
  type QueueItem,
  type QueueKind,
  siteDay,
  siteShortDay,
  siteTime,
  type VisitStatus,
} from '@fornix/contract'
import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { studyListDate } from '../../clinic/scans/study-dates.ts'
import { ScreeningBadge } from '../../clinic/visits/ScreeningBadge.tsx'
import { visitWords } from '../../clinic/visits/visit-words.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { DaysLeft } from '../../ui/display/DaysLeft.tsx'
import { formatDayAndMinute } from '../../ui/display/dates.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { Assignment } from './Assignment.tsx'
import { messages } from './messages.ts'
import { spotOf } from './work-item-links.ts'
import classes from './work-queue.module.css'

export type Site = { today: string; time_zone: string }
type Props = { kind: QueueKind; item: QueueItem; site: Site; onAssign: (item: QueueItem) => void }
type Facts = { item: QueueItem; site: Site }

/** How long it has been waiting, in days at the site. */
const waits = ({ item, site }: Facts) =>
  messages.since((Date.parse(site.today) - Date.parse(siteDay(item.since, site.time_zone))) / dayMs)

const Safety = ({ item: { screening, until }, site }: Facts) =>
  screening && <ScreeningBadge state={screening} until={until} timeZone={site.time_zone} />
const scanDay = ({ note }: QueueItem) => messages.scanOf(/^\d{8}$/.test(note) ? studyListDate(note) : note)

/** For a request: how many days, at the site, are left to respond. */
const Left = ({ item: { until }, site }: Facts) =>
  until && <DaysLeft days={(Date.parse(siteDay(until, site.time_zone)) - Date.parse(site.today)) / dayMs} />

const recoveryState = ({ state, until }: QueueItem) => {
  if (state === 'started') return messages.recovery.started
  return state === 'ready' ? messages.recovery.ready : messages.recovery.waiting(formatDayAndMinute(until ?? ''))
}

/** What to know before opening it: a badge or words, and how old it is. */
const facts: Record<QueueKind, (of: Facts) => [what: ReactNode, when: string]> = {
  visit: (of) => [
    <Safety key="safety" {...of} />,
    `${siteTime(of.item.since, of.site.time_zone)} · ${visitWords[of.item.state as VisitStatus]}`,
  ],
  message: (of) => ['', waits(of)],
  screening: (of) => [<Safety key="safety" {...of} />, waits(of)],
  form: ({ item, site }) => ['', messages.visitOn(siteShortDay(item.since, site.time_zone))],
  countersign: (of) => ['', waits(of)],
  request: (of) => [
    <span key="request" className={classes.what}>
      {scanDay(of.item)} <Left {...of} /> {of.item.state === 'moved' && <span>{messages.moved}</span>}
    </span>,
    waits(of),
  ],
  unmatched: (of) => [scanDay(of.item), waits(of)],
  reimbursement: (of) => [
    <span key="money" className={classes.what}>
      <StatusBadge status={of.item.state} /> {messages.money(of.item.note)}
    </span>,
    waits(of),
  ],
  closure: (of) => ['', waits(of)],
  emergency: (of) => [messages.openedBy(of.item.note, of.item.state === 'open'), waits(of)],
  recovery: (of) => [recoveryState(of.item), waits(of)],
  mail: (of) => [
    of.item.state === 'in_part' ? (
      <span key="mail" className={classes.what}>
        <StatusBadge status={messages.inPart} /> {of.item.note}
      </span>
    ) : (
      of.item.note
    ),
    waits(of),
  ],
  registration: (of) => [messages.howToRemove, waits(of)],
  invitation: (of) => [
    [of.item.state, of.item.note].filter(Boolean).join(' · '),
    of.item.until && Date.parse(of.item.until) < serverNow() ? `${waits(of)} · ${messages.linkEnded}` : waits(of),
  ],
}

export const nameOf = ({ name }: QueueItem) => name || messages.noName

/** An invited provider has neither. A scan's data about its person may come from another clinic. */
export const identityOf = (kind: QueueKind, item: QueueItem) => {
  if (kind === 'invitation' && !item.patient_id) return ''
  if (kind === 'recovery') return item.note
  return kind === 'unmatched' ? messages.scanSays(shortIdentityOf(item)) : shortIdentityOf(item)
}

/** One piece of work: the person with two identifiers, what it is, and who does it. */
export const QueueLine = ({ kind, item, site, onAssign }: Props) => {
  const name = nameOf(item)
  const identity = identityOf(kind, item)
  const [what, when] = facts[kind]({ item, site })
  return (
    <li className={classes.line}>
      <div className={classes.who}>
        <Anchor component={Link} to={spotOf(kind, item)} fw={600}>
          {name}
        </Anchor>
        {identity && (
          <Text size="sm" c="dimmed">
            <WholeFacts>{identity}</WholeFacts>
          </Text>
        )}
      </div>
      <div className={classes.facts}>
        <Text component="div" size="sm">
          {what}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          <WholeFacts>{when}</WholeFacts>
        </Text>
      </div>
      {isAssignable(kind) && (
        <Assignment kind={kind} item={item} name={name} today={site.today} onChange={() => onAssign(item)} />
      )}
    </li>
  )
}
