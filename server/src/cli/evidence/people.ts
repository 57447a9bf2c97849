import type { OperatorRole, Right } from '@fornix/contract'
import { type GrantChange, grantChangeIn } from '../../clinic/people/grants.ts'
import { rightChangesIn } from '../../features/rights/changes.ts'
import type { AuditAction } from '../../platform/audit/audit.ts'
import type { DatabaseClient } from '../../platform/database/with-client.ts'
import type { Period } from './period.ts'

type Event = { at: string; event_id: string; object_id: string; actor_id: string | null; result: string }
export type Held = { from: string; until: string; by: string; event: string }
/** `from` is empty where it was so from the beginning, `until` where it still is. */
type Span<Of> = Of & Held

const now = ''
const lasts = ({ from, until }: Pick<Held, 'from' | 'until'>) => until === now || until > from
/** One after the other, the last until the end. What was changed before the person could sign in counts from then on. */
const spansOf = <Start extends Pick<Held, 'from'>>(signUp: string, starts: Start[], ended: string) =>
  starts
    .map((start) => ({ ...start, from: start.from < signUp ? signUp : start.from }))
    .map((start, n, all) => ({ ...start, until: all[n + 1]?.from ?? ended }))
const touches = ({ begins, ends }: Period, { from, until }: Held) => from < ends && (until === now || until > begins)

/** Of all times: what was so in the period may follow from a change after it. */
const eventsOf = async (client: DatabaseClient, { project_id }: Period, action: AuditAction) => {
  const { rows } = await client.query<Event>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, event_id, object_id, actor_id, result
       from audit_events where project_id = $1 and action = $2 order by at, event_id`,
    [project_id, action],
  )
  return rows
}

const utc = (time: string) => `coalesce(to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '')`

type Provider = { provider_id: string; code: string; role: string; began: string; ended: string }
const providersOf = async (client: DatabaseClient, { project_id }: Period) => {
  const { rows } = await client.query<Provider>(
    `select provider_id, code, role, ${utc('created_at')} as began, ${utc('deleted_at')} as ended
       from providers where project_id = $1 and register_status = 'Registered' order by code`,
    [project_id],
  )
  return rows
}

/** A provider's roles, one after the other: each change says from what to what. */
export const rolesOf = (provider: Provider, registered: Event | undefined, changes: Event[]) => {
  const { provider_id, code, role, began, ended } = provider
  const [first] = changes
  const before = first?.result.split(' to ')[0] ?? role
  const signUp = registered?.at ?? began
  const starts: (Omit<Held, 'until'> & { role: string })[] = [
    {
      role: before,
      from: signUp,
      by: registered?.actor_id ?? '',
      event: registered?.event_id ?? '',
    },
    ...changes.map(({ at, result, actor_id, event_id }) => ({
      role: result.split(' to ')[1] ?? role,
      from: at,
      by: actor_id ?? '',
      event: event_id,
    })),
  ]
  return spansOf(signUp, starts, ended)
    .filter(lasts)
    .map((span) => ({ provider_id, code, ...span }))
}

/** Who had which role when, as far as it touches the period. */
export const roleSpans = async (client: DatabaseClient, period: Period) => {
  const providers = await providersOf(client, period)
  const registered = [
    ...(await eventsOf(client, period, 'provider.register')),
    ...(await eventsOf(client, period, 'account.register_identity')),
  ]
  const invited = await eventsOf(client, period, 'admin.invite')
  const changed = Map.groupBy(await eventsOf(client, period, 'provider.change_role'), ({ object_id }) => object_id)
  return providers.flatMap((provider) => {
    const { provider_id } = provider
    const begin =
      registered.find(({ actor_id }) => actor_id === provider_id) ??
      invited.find(({ object_id }) => object_id === provider_id)
    return rolesOf(provider, begin, changed.get(provider_id) ?? []).filter((span) => touches(period, span))
  })
}

/** Says of a time, and from then on, that more or less may have been withheld than the other rows tell. */
const notReadable = 'not readable'
type Withheld = Span<{ role: OperatorRole | typeof notReadable; right: Right | typeof notReadable }>
/** Row by row from the beginning, when nothing was withheld. */
export const withheldSpans = (events: Event[]): Withheld[] => {
  const spans: Withheld[] = []
  for (const { at, object_id, actor_id, event_id } of events) {
    const start = { from: at, until: now, by: actor_id ?? '', event: event_id }
    const changes = rightChangesIn(object_id)
    for (const { role, right, isWithheld } of changes.filter((change) => change !== undefined)) {
      const open = spans.find((span) => span.role === role && span.right === right && span.until === now)
      if (open) open.until = at
      if (isWithheld) spans.push({ role, right, ...start })
    }
    if (changes.includes(undefined)) spans.push({ role: notReadable, right: notReadable, ...start })
  }
  return spans
}
export const countUnreadable = (spans: Withheld[]) => spans.filter(({ right }) => right === notReadable).length

export const withheldOf = async (client: DatabaseClient, period: Period) =>
  withheldSpans(await eventsOf(client, period, 'project.change_rights')).filter((span) => touches(period, span))

type Grant = {
  caregiver_id: string
  patient_id: string
  invited_by: string
  accepted: string
  ended: string
  ended_by: string
}
type Allowed = { areas: string; last_day: string }
type GrantSpan = Span<Allowed & { caregiver_id: string; patient_id: string; ended_by: string }>

const wordsOf = ({ areas, until }: GrantChange['from']): Allowed => ({ areas: areas.join(' '), last_day: until })
/** Rows of earlier versions say that it was changed, and not from what. */
const notRecorded: Allowed = { areas: 'not recorded', last_day: '' }
const earliest = (...times: string[]) => times.filter((time) => time !== now).sort()[0] ?? now

/**
 * What a caregiver was allowed, one after the other: each change says from what to what. `endOf` gives the time at which a last day was
 * over, or nothing if it is not.
 */
export const grantSpans = (
  { accepted, ended, ended_by, invited_by, ...ids }: Grant,
  today: Allowed,
  changes: Event[],
  endOf: (day: string) => string,
): GrantSpan[] => {
  const recorded = changes.map(({ result }) => grantChangeIn(result))
  const allowedAt = (n: number) => {
    if (n === changes.length) return today
    const change = recorded[n]?.from ?? recorded[n - 1]?.to
    return change ? wordsOf(change) : notRecorded
  }
  const starts = [
    { from: accepted, by: invited_by, event: '' },
    ...changes.map(({ at, actor_id, event_id }) => ({ from: at, by: actor_id ?? '', event: event_id })),
  ]
  return spansOf(accepted, starts, ended)
    .map((span, n) => {
      const allowed = allowedAt(n)
      return {
        ...ids,
        ...allowed,
        ...span,
        until: earliest(span.until, allowed.last_day && endOf(allowed.last_day)),
        ended_by: n === changes.length ? ended_by : '',
      }
    })
    .filter(lasts)
}

/** Who was allowed to act for whom, in what, as far as it touches the period. */
export const caregiverSpans = async (client: DatabaseClient, period: Period) => {
  const { project_id, time_zone } = period
  const { rows } = await client.query<Grant & GrantChange['from']>(
    `select caregiver_id, patient_id, invited_by, ${utc('accepted_at')} as accepted, ${utc('ended_at')} as ended,
            coalesce(ended_by, '') as ended_by, areas, until::text as until
       from caregivers where project_id = $1 and accepted_at is not null order by accepted_at, caregiver_id`,
    [project_id],
  )
  const changed = Map.groupBy(await eventsOf(client, period, 'caregiver.change'), ({ object_id }) => object_id)
  const days = [...changed.values()].flat().flatMap(({ result }) => {
    const change = grantChangeIn(result)
    return change ? [change.from.until, change.to.until] : []
  })
  const over = await client.query<{ day: string; at: string }>(
    `select day, ${utc('at')} as at from unnest($1::text[]) day, lateral (select (day::date + 1)::timestamp at time zone $2 as at) ended
      where at <= now()`,
    [[...new Set([...days, ...rows.map(({ until }) => until)])], time_zone],
  )
  const ends = new Map(over.rows.map(({ day, at }) => [day, at]))
  return rows.flatMap(({ areas, until, ...grant }) =>
    grantSpans(
      grant,
      wordsOf({ areas, until }),
      changed.get(grant.caregiver_id) ?? [],
      (day) => ends.get(day) ?? now,
    ).filter((span) => touches(period, span)),
  )
}
