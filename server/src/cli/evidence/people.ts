import { operators, type Right, rights } from '@fornix/contract'
import type { ReadingClient } from '../../platform/database/copy-out.ts'
import type { Period } from './period.ts'

type Event = { at: string; event_id: string; object_id: string; actor_id: string | null; result: string }
export type Held = { from: string; until: string; by: string; event: string }
/** `from` is empty where it was so from the beginning, `until` where it still is. */
type Span<Of> = Of & Held

const now = ''
const touches = ({ begins, ends }: Period, { from, until }: Held) => from < ends && (until === now || until >= begins)

const eventsOf = async (client: ReadingClient, { project_id, ends }: Period, action: string) => {
  const { rows } = await client.query<Event>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, event_id, object_id, actor_id, result
       from audit_events where project_id = $1 and action = $2 and at < $3 order by at, event_id`,
    [project_id, action, ends],
  )
  return rows
}

type Provider = { provider_id: string; code: string; role: string; began: string; ended: string }
const providersOf = async (client: ReadingClient, { project_id }: Period) => {
  const at = (column: string) => `coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '')`
  const { rows } = await client.query<Provider>(
    `select provider_id, code, role, ${at('created_at')} as began, ${at('deleted_at')} as ended
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
  const starts: (Omit<Held, 'until'> & { role: string })[] = [
    {
      role: before,
      from: registered?.at ?? began,
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
  return starts.map((start, n) => ({ provider_id, code, ...start, until: starts[n + 1]?.from ?? ended }))
}

/** Who had which role when, as far as it touches the period. */
export const roleSpans = async (client: ReadingClient, period: Period) => {
  const providers = await providersOf(client, period)
  const registered = await eventsOf(client, period, 'provider.register')
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

type Withheld = Span<{ role: string; right: Right }>
/** `Nurse: no export, again send_email; two people for money: above $100.00`, row by row from the beginning, when nothing was withheld. */
export const withheldSpans = (events: Event[]): Withheld[] => {
  const spans: Withheld[] = []
  for (const { at, object_id, actor_id, event_id } of events) {
    const words = object_id.split('; ').flatMap((part) => {
      const role = operators.find((name) => part.startsWith(`${name}: `))
      return role
        ? part
            .slice(role.length + 2)
            .split(', ')
            .map((word) => ({ role, word }))
        : []
    })
    for (const { role, word } of words) {
      const right = rights.find((name) => word.endsWith(` ${name}`))
      if (!right) continue
      const open = spans.find((span) => span.role === role && span.right === right && span.until === now)
      if (open) open.until = at
      if (word.startsWith('no ')) spans.push({ role, right, from: at, until: now, by: actor_id ?? '', event: event_id })
    }
  }
  return spans
}

export const withheldOf = async (client: ReadingClient, period: Period) =>
  withheldSpans(await eventsOf(client, period, 'project.change_rights')).filter((span) => touches(period, span))
