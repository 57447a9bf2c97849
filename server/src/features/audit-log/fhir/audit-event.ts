import { type ActionRules, type AuditActions, wordsForStaff } from '../../../platform/audit/action-rules.ts'
import { type Coding, codes, codingOf, endsOf, type Interaction, interactionOf, letterOf, profileOf } from './codes.ts'

/** A row of the trail as it is exported. */
export type TrailRow = {
  seq: number
  event_id: string
  at: string
  actor_id: string | null
  actor_role: string
  action: string
  patient_id: string | null
  object_id: string
  request_id: string
  result: string
}
export type From = { slug: string; publicUrl: string; actions: AuditActions }

type Concept = { coding: Coding[] }
type Identifier = { system?: string; value: string }
type Reference = { reference?: string; type?: string; identifier?: Identifier; display?: string }
type Network = { extension: { url: string; valueCode: string }[] } | { address: string; type: '5' }
type Agent = { type: Concept; who: Reference; requestor: boolean; role?: Concept[]; network?: Network }
type Entity = { what: Reference; type: Coding; role?: Coding }
/** AuditEvent of FHIR R4, as far as it is filled in here. */
export type AuditEvent = {
  resourceType: 'AuditEvent'
  id: string
  meta?: { profile: string[] }
  type: Coding
  subtype: Coding[]
  action: 'C' | 'R' | 'U' | 'D' | 'E'
  recorded: string
  outcome: '0' | '4'
  outcomeDesc?: string
  purposeOfEvent?: Concept[]
  agent: Agent[]
  source: { site: string; observer: Reference; type: Coding[] }
  entity?: Entity[]
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isUid = /^[0-9]+(\.[0-9]+)+$/
const concept = (coding: Coding): Concept => ({ coding: [coding] })
/** The trail has no addresses of visitors. */
const unknownAddress: Network = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'not-performed' }],
}

const isSession = (action: string) => action.startsWith('session.')

const typeOf = ({ action, actor_role }: TrailRow, interaction: Interaction): [Coding, Coding] => {
  if (isSession(action)) return [codes.authentication, /\.end/.test(action) ? codes.logout : codes.login]
  if (actor_role === 'system') return [codes.activity, codingOf(interaction)]
  return [codes.rest, codingOf(interaction)]
}

/** The row's object by its id, never by words. */
const thingOf = ({ object_id }: TrailRow, words: string, rules: ActionRules | undefined): Reference => {
  // The row contains a person's own words, and they stay in the trail.
  if (rules?.hasText || object_id === '') return { display: words }
  const urn = isUuid.test(object_id) ? `urn:uuid:${object_id}` : isUid.test(object_id) ? `urn:oid:${object_id}` : ''
  if (urn) return { identifier: { system: 'urn:ietf:rfc:3986', value: urn }, display: words }
  return rules?.isRefusal ? { display: object_id } : { display: words }
}

const agentsOf = ({ actor_id, actor_role }: TrailRow, interaction: Interaction, { publicUrl }: From): Agent[] => {
  const ends = endsOf(interaction)
  const byProgram = actor_role === 'system'
  const server: Agent = {
    type: concept(ends.server),
    who: { type: 'Device', identifier: { value: publicUrl } },
    requestor: byProgram,
    network: { address: publicUrl, type: '5' },
  }
  if (byProgram) return [server]
  const role: Coding = { system: `${publicUrl}/fhir/CodeSystem/role`, code: actor_role, display: actor_role }
  return [
    server,
    {
      type: concept(ends.client),
      who: { display: 'Browser, or another program at the address of the portal' },
      requestor: false,
      network: unknownAddress,
    },
    {
      type: concept(ends.user),
      who: actor_id
        ? { identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${actor_id}` } }
        : { display: 'Somebody without a session' },
      requestor: true,
      role: [concept(role)],
    },
  ]
}

/** The row as an AuditEvent, in the shape of IHE BALP if the trail has everything that a profile requires. */
export const auditEventOf = (row: TrailRow, from: From): AuditEvent => {
  const { event_id, at, action, patient_id, request_id, result, actor_role } = row
  const interaction = interactionOf(action)
  const words = wordsForStaff(from.actions, action)
  const rules = from.actions[action]
  const [type, subtype] = typeOf(row, interaction)
  const failed = rules?.isRefusal ?? false
  const isRest = type === codes.rest && !failed
  const profile = isRest ? profileOf(interaction, patient_id !== null) : undefined
  const own: Coding = { system: `${from.publicUrl}/fhir/CodeSystem/audit-action`, code: action, display: words }
  return {
    resourceType: 'AuditEvent',
    id: event_id,
    ...(profile && { meta: { profile: [profile] } }),
    type,
    subtype: [subtype, own],
    action: isRest ? letterOf(interaction) : 'E',
    recorded: at,
    outcome: failed ? '4' : '0',
    ...(failed && { outcomeDesc: result }),
    ...((action === 'emergency_access.open' || result.includes(' emergency:')) && {
      purposeOfEvent: [concept(codes.breakGlass)],
    }),
    agent: agentsOf(row, interaction, from),
    source: {
      site: from.slug,
      observer: { type: 'Device', identifier: { value: from.publicUrl } },
      type: [codes.server],
    },
    entity: [
      ...(patient_id
        ? [{ what: { reference: `Patient/${patient_id}` }, type: codes.person, role: codes.patient }]
        : []),
      { what: thingOf(row, words, rules), type: codes.thing, role: codes.resource },
      ...(actor_role === 'system' ? [] : [{ what: { identifier: { value: request_id } }, type: codes.requestId }]),
    ],
  }
}
