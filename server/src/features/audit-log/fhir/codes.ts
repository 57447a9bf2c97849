/** Codes of FHIR R4 and of IHE BALP 1.1 (github.com/IHE/ITI.BasicAudit at 09fe729, input/fsh); each system says whose they are. */
export type Coding = { system: string; code: string; display: string }

const hl7 = 'http://terminology.hl7.org/CodeSystem'
const dcm = 'http://dicom.nema.org/resources/ontology/DCM'
const coding = (system: string, code: string, display: string): Coding => ({ system, code, display })

export const codes = {
  rest: coding(`${hl7}/audit-event-type`, 'rest', 'Restful Operation'),
  authentication: coding(dcm, '110114', 'User Authentication'),
  login: coding(dcm, '110122', 'Login'),
  logout: coding(dcm, '110123', 'Logout'),
  activity: coding(dcm, '110100', 'Application Activity'),
  source: coding(dcm, '110153', 'Source Role ID'),
  destination: coding(dcm, '110152', 'Destination Role ID'),
  application: coding(dcm, '110150', 'Application'),
  custodian: coding(`${hl7}/provenance-participant-type`, 'custodian', 'Custodian'),
  recipient: coding(`${hl7}/v3-ParticipationType`, 'IRCP', 'information recipient'),
  author: coding(`${hl7}/v3-ParticipationType`, 'AUT', 'author (originator)'),
  server: coding(`${hl7}/security-source-type`, '4', 'Application Server'),
  person: coding(`${hl7}/audit-entity-type`, '1', 'Person'),
  thing: coding(`${hl7}/audit-entity-type`, '2', 'System Object'),
  patient: coding(`${hl7}/object-role`, '1', 'Patient'),
  resource: coding(`${hl7}/object-role`, '4', 'Domain Resource'),
  breakGlass: coding(`${hl7}/v3-ActReason`, 'BTG', 'break the glass'),
  requestId: coding('https://profiles.ihe.net/ITI/BALP/CodeSystem/BasicAuditEntityType', 'XrequestId', 'X-Request-Id'),
} as const

export type Interaction = 'create' | 'read' | 'update' | 'delete' | 'search-type'
const letters = { create: 'C', read: 'R', update: 'U', delete: 'D', 'search-type': 'E' } as const
export const letterOf = (interaction: Interaction) => letters[interaction]
export const codingOf = (interaction: Interaction) =>
  coding('http://hl7.org/fhir/restful-interaction', interaction, interaction)

const verbs: [Interaction, RegExp][] = [
  [
    'search-type',
    /\.(list|list_merges|list_others|inbox)$|^registration\.compare$|^patient\.export$|^report\.export$|^audit_log\./,
  ],
  [
    'read',
    /\.(read|read_merged|read_closure|open|thumbnail|download|attachment_read|summary|compare|calendar|see|fill)$/,
  ],
  ['create', /\.(add|upload|sign|countersign|report|submit|send|invite|book|request|store|create|register|start)$/],
  ['delete', /\.(delete|remove|remove_receipt|purge)$/],
]
/** A row's action as a REST interaction: an action without one of the verbs is an update. */
export const interactionOf = (action: string): Interaction =>
  verbs.find(([, pattern]) => pattern.test(action))?.[0] ?? 'update'

const profiles = { create: 'Create', read: 'Read', update: 'Update', delete: 'Delete' } as const
/** The profile that a row fits. A query requires the search text, which the trail does not have. */
export const profileOf = (interaction: Interaction, hasPatient: boolean) =>
  interaction === 'search-type'
    ? undefined
    : `https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.${hasPatient ? 'Patient' : ''}${profiles[interaction]}`

/** The types of a request's two ends: data flow from the source to the destination. */
export const endsOf = (interaction: Interaction) => {
  if (interaction === 'read') return { client: codes.destination, server: codes.source, user: codes.recipient }
  if (interaction === 'delete') return { client: codes.application, server: codes.custodian, user: codes.author }
  const user = interaction === 'search-type' ? codes.recipient : codes.author
  return { client: codes.source, server: codes.destination, user }
}
