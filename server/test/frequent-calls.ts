import {
  type Call,
  countMyMessages,
  countPatients,
  countScanRequests,
  countThreads,
  getAccessLog,
  getAdminProfile,
  getConfig,
  getDaySheet,
  getDraft,
  getMyOperatorProfile,
  getMyPatientInfo,
  getMyRights,
  getMyScreening,
  getMyThread,
  getOperatorNumber,
  getPatientInfo,
  getPatientSummary,
  getScreening,
  getSurvey,
  getThread,
  getTwoStep,
  getWorkQueue,
  keepAlive,
  listAppointments,
  listColleagues,
  listDocuments,
  listEmails,
  listMyAppointments,
  listMyDocuments,
  listMyReimbursements,
  listMyScans,
  listMySlots,
  listMyThreads,
  listNews,
  listNotifications,
  listPatients,
  listPatientThreads,
  listPhysicians,
  listReimbursements,
  listSavedViews,
  listScans,
  listThreads,
  locateRecord,
  saveDraft,
  updatePatient,
  verifyOperatorToken,
} from '@fornix/contract'
import type { World } from './frequent-calls-world.ts'

type Sent = { params?: Record<string, string>; query?: Record<string, string | number>; body?: unknown }

export type FrequentCall = {
  call: Call
  by: 'patient' | 'staff' | 'admin'
  /** What the screen sends; `n` is another number each time. */
  args?: (world: World, n: number) => Sent
  /** To the database, each a round trip: who is asking, and what for. */
  messages: number
}

const ofKey = ({ code }: World) => ({ params: { key: code } })
const ofThread = ({ thread }: World) => ({ params: { thread } })
const firstPage = { page: 1, page_size: 10 }
const pageOfKey = (world: World) => ({ ...ofKey(world), query: firstPage })

/**
 * The calls that screens make most, with the messages to the database that each may take: a test counts them, `npm run bench -- calls`
 * times them.
 */
export const frequentCalls: Record<string, FrequentCall> = {
  // Every page.
  'the installation': { call: getConfig, by: 'staff', messages: 2 },
  'a token': { call: verifyOperatorToken, by: 'staff', messages: 1 },
  'still here': { call: keepAlive, by: 'staff', messages: 2 },
  'two-step sign-in': { call: getTwoStep, by: 'staff', messages: 3 },
  'a draft': { call: getDraft, by: 'staff', args: () => ({ params: { form: 'profile' } }), messages: 2 },
  'a draft kept': {
    call: saveDraft,
    by: 'staff',
    args: (_, n) => ({ params: { form: 'profile' }, body: { values: { text: `Typed ${n} times` } } }),
    messages: 2,
  },

  // A patient's home, and what leads on from there.
  'own record': { call: getMyPatientInfo, by: 'patient', args: ({ email }) => ({ params: { email } }), messages: 3 },
  'own visits': { call: listMyAppointments, by: 'patient', messages: 3 },
  'free times': { call: listMySlots, by: 'patient', args: ({ from, to }) => ({ query: { from, to } }), messages: 3 },
  'own scans': { call: listMyScans, by: 'patient', args: pageOfKey, messages: 3 },
  'own files': { call: listMyDocuments, by: 'patient', args: pageOfKey, messages: 3 },
  'own claims': { call: listMyReimbursements, by: 'patient', args: ofKey, messages: 3 },
  'own messages': { call: listMyThreads, by: 'patient', args: () => ({ query: firstPage }), messages: 3 },
  'own thread': { call: getMyThread, by: 'patient', args: ofThread, messages: 4 },
  'own unread messages': { call: countMyMessages, by: 'patient', messages: 2 },
  news: { call: listNews, by: 'patient', args: () => ({ query: firstPage }), messages: 2 },
  'own MRI safety': { call: getMyScreening, by: 'patient', args: ofKey, messages: 3 },
  'the survey': { call: getSurvey, by: 'patient', messages: 2 },
  'who opened the record': { call: getAccessLog, by: 'patient', args: () => ({ query: firstPage }), messages: 4 },

  // What staff have around every page.
  'own rights': { call: getMyRights, by: 'staff', messages: 2 },
  'own profile': { call: getMyOperatorProfile, by: 'staff', messages: 2 },
  notifications: {
    call: listNotifications,
    by: 'staff',
    args: ({ provider }) => ({ params: { provider_id: provider }, query: firstPage }),
    messages: 3,
  },
  'open threads': { call: countThreads, by: 'staff', messages: 3 },
  'the work queue': { call: getWorkQueue, by: 'staff', messages: 12 },
  colleagues: { call: listColleagues, by: 'staff', messages: 2 },

  // The patient list.
  'the list': { call: listPatients, by: 'staff', messages: 2 },
  'its next page': { call: listPatients, by: 'staff', args: () => ({ query: { page: 2 } }), messages: 3 },
  'the list in another order': {
    call: listPatients,
    by: 'staff',
    args: () => ({ query: { sort: 'email' } }),
    messages: 2,
  },
  'the list of a status': {
    call: listPatients,
    by: 'staff',
    args: () => ({ query: { status: 'Accepted' } }),
    messages: 2,
  },
  'a search': { call: listPatients, by: 'staff', args: () => ({ query: { searchQuery: 'ana' } }), messages: 4 },
  'patients by status': { call: countPatients, by: 'staff', messages: 2 },
  physicians: { call: listPhysicians, by: 'staff', messages: 2 },
  'saved views': { call: listSavedViews, by: 'staff', messages: 2 },

  // A record and its tabs.
  'a record': { call: getPatientInfo, by: 'staff', args: ofKey, messages: 3 },
  'whether it is still there': { call: locateRecord, by: 'staff', args: ofKey, messages: 3 },
  'its summary': { call: getPatientSummary, by: 'staff', args: ofKey, messages: 3 },
  'its scans': { call: listScans, by: 'staff', args: pageOfKey, messages: 3 },
  'its files': { call: listDocuments, by: 'staff', args: pageOfKey, messages: 3 },
  'its visits': { call: listAppointments, by: 'staff', args: ofKey, messages: 3 },
  'its messages': { call: listPatientThreads, by: 'staff', args: pageOfKey, messages: 4 },
  'its emails': { call: listEmails, by: 'staff', args: pageOfKey, messages: 3 },
  'its claims': { call: listReimbursements, by: 'staff', args: ofKey, messages: 3 },
  'its MRI safety': { call: getScreening, by: 'staff', args: ofKey, messages: 4 },
  'a save': {
    call: updatePatient,
    by: 'staff',
    args: ({ code }, n) => ({ body: { patient_id: code, priority: `Level ${n}` } }),
    messages: 3,
  },

  // The pages beside it.
  'the inbox': { call: listThreads, by: 'staff', args: () => ({ query: firstPage }), messages: 6 },
  'a thread': { call: getThread, by: 'staff', args: ofThread, messages: 4 },
  'the day sheet': { call: getDaySheet, by: 'staff', messages: 5 },
  'scan requests': { call: getAdminProfile, by: 'admin', args: () => ({ body: {} }), messages: 3 },
  'open scan requests': { call: countScanRequests, by: 'admin', messages: 2 },
  'providers by role': { call: getOperatorNumber, by: 'admin', messages: 2 },
}
