import {
  type Call,
  countPatients,
  getMyOperatorProfile,
  getPatientInfo,
  getWorkQueue,
  keepAlive,
  listColleagues,
  listNotifications,
  listPatients,
  listPhysicians,
  listSavedViews,
  updatePatient,
  verifyOperatorToken,
} from '@fornix/contract'

type Asking = { code: string; version: number; provider: string }
type Asked = {
  call: Call
  /** What a call of staff sends, about a patient and oneself. */
  args?: (of: Asking) => { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
  /** To the database, each a round trip: who is asking, and what for. */
  messages: number
}

/** Calls that the screens of staff make most, with the messages to the database that each may take. */
export const askedMost: Record<string, Asked> = {
  'a record': { call: getPatientInfo, args: ({ code }) => ({ params: { key: code } }), messages: 3 },
  'the list': { call: listPatients, messages: 2 },
  'its next page': { call: listPatients, args: () => ({ query: { page: 2 } }), messages: 3 },
  'the list in another order': { call: listPatients, args: () => ({ query: { sort: 'email' } }), messages: 2 },
  'the list of a status': { call: listPatients, args: () => ({ query: { status: 'Accepted' } }), messages: 2 },
  'a search': { call: listPatients, args: () => ({ query: { searchQuery: 'ana' } }), messages: 4 },
  'patients by status': { call: countPatients, messages: 2 },
  notifications: {
    call: listNotifications,
    args: ({ provider }) => ({ params: { provider_id: provider } }),
    messages: 3,
  },
  'the work queue': { call: getWorkQueue, messages: 11 },
  colleagues: { call: listColleagues, messages: 2 },
  physicians: { call: listPhysicians, messages: 2 },
  'saved views': { call: listSavedViews, messages: 2 },
  'the own profile': { call: getMyOperatorProfile, messages: 2 },
  'a token': { call: verifyOperatorToken, messages: 1 },
  'still here': { call: keepAlive, messages: 2 },
  'a save': {
    call: updatePatient,
    args: ({ code, version }) => ({ body: { patient_id: code, version, physician_name: `Dr. ${version}` } }),
    messages: 3,
  },
}
