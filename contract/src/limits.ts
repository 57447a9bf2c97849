const kib = 1024
const mib = 1024 * kib

/**
 * Calls per window and counting key; `shared` ones are counted in the database, for all nodes together.
 * Over a silent limit, a call gets the usual response and is dropped.
 */
export const limits = {
  session: { points: 600, seconds: 60, by: 'session', shared: false },
  address: { points: 1200, seconds: 60, by: 'address', shared: false },
  signIn: { points: 60, seconds: 60, by: 'address', shared: true },
  // Per signed-in user: a clinic behind one address is counted user by user.
  factor: { points: 30, seconds: 60, by: 'person', shared: true },
  register: { points: 60, seconds: 3600, by: 'address', shared: true },
  contact: { points: 20, seconds: 3600, by: 'address', shared: true },
  verify: { points: 60, seconds: 60, by: 'address', shared: true },
  reset: { points: 30, seconds: 3600, by: 'address', shared: true },
  // These links cannot be guessed; whole clinics open theirs from one address.
  mailedLink: { points: 300, seconds: 3600, by: 'address', shared: true },
  upload: { points: 60, seconds: 60, by: 'person', shared: true },
  email: { points: 60, seconds: 60, by: 'person', shared: true },
  export: { points: 60, seconds: 60, by: 'person', shared: true },
  // For calls that change or mail up to `maxBulk` records each.
  bulk: { points: 20, seconds: 60, by: 'person', shared: true },
  careMessage: { points: 60, seconds: 600, by: 'person', shared: true },
  booking: { points: 60, seconds: 600, by: 'person', shared: true },
  // A viewer that shows slice after slice requests each.
  images: { points: 6000, seconds: 60, by: 'session', shared: false },
  // Instances arrive in batches, of which a fast line sends several a second.
  store: { points: 1200, seconds: 60, by: 'person', shared: false },
  clientLog: { points: 60, seconds: 60, by: 'address', shared: false, silent: true },
} as const
export type Limit = keyof typeof limits

export const resetsPerEmail = { points: 3, seconds: 3600, shared: true } as const
/** Mails that ask an address to confirm a registration. */
export const confirmationsPerEmail = { points: 5, seconds: 3600, shared: true } as const
/** For all who invite in a project together, so that nobody's mailbox is flooded. */
export const invitationsPerAddress = {
  points: 3,
  seconds: 3600,
  shared: true,
  sentence: 'Three invitations were sent to this address within an hour. Please try again later.',
} as const
/** For all visitors together, and for all members, so that a flood from many addresses does not bury the project's mailbox. */
export const contactsPerProject = { points: 200, seconds: 3600, shared: true } as const

/** Mails from one user to many patients, by any calls. */
export const bulkMailsPerPerson = {
  points: 1000,
  seconds: 3600,
  shared: true,
  sentence: 'You have sent 1,000 emails within an hour. Please try again later.',
} as const

/** Records that one call changes or mails. */
export const maxBulk = 500

export const maxDocumentBytes = 5 * mib
export const maxReceiptBytes = 1 * mib
export const maxDocumentsPerPatient = 500
export const maxReceiptsPerPatient = 500
export const maxFormsPerPatient = 500
/** All files of a record together: documents, receipts, forms, and email attachments. */
export const maxBytesPerPatient = 1024 * mib
/** How many years a project may keep deleted records; and how long a change of that waits. */
export const minRetentionYears = 1
export const maxRetentionYears = 100
export const retentionPauseDays = 30
/** How many years after its last day a signed authorization is kept, as US law requires (45 CFR 164.530 (j)). */
export const authorizationYears = 6
export const slotMinutes = 30
export const maxSlotDays = 62
export const maxUpcomingAppointments = 5
export const maxScanners = 20
/** The days in which a project usually answers its patients' messages. */
export const maxAnswerDays = 10
/** In base64, and beside the other settings, it has to fit into a JSON body. */
export const maxLogoBytes = 40 * kib
export const maxAttachmentBytes = 2 * mib
/** New files and documents of the record together, in one email. */
export const maxAttachmentsBytes = 20 * mib
export const maxAttachments = 20
export const maxInstancesPerRequest = 2000
/** For a request's body; only instances may take longer to arrive. */
export const bodySeconds = 120
export const storeSeconds = 900
/** For a connection on which no byte moves: a client that does not read its response holds a file and memory. */
export const stuckSeconds = 120
export const maxJsonBytes = 64 * kib
export const maxLogBytes = 4 * kib

/** Per person, in all projects together; the oldest session is ended. */
export const maxSessions = 20
export const idleMs = 1_200_000
export const idleWarningMs = 120_000
export const searchDebounceMs = 300
export const uploadSuccessDelayMs = 2_000
export const notificationFirstPollMs = 10_000
export const notificationPollMs = 60_000
/** How often a stream signals that it is alive; a browser that hears nothing for three of these opens another. */
export const heartbeatMs = 15_000
export const resetMinutes = 30
export const inviteDays = 7
export const emailChangeHours = 24
export const surveyChangeDays = 7
export const unverifiedHours = 24
/** How long a registration waits for its address to be confirmed. */
export const registrationHours = 72
export const draftHours = 24
export const maxMessageLength = 5000
/** A longer conversation continues in a new thread. */
export const maxMessagesPerThread = 200
export const maxFilesPerMessage = 5
/** Per patient, waiting for an answer. */
export const maxOpenThreads = 20
/** Per patient, not ended. */
export const maxCaregivers = 10
/** Per patient, whatever their outcome: each goes to an address that somebody typed. */
export const maxCareInvitesPerDay = 10
/** The longest time a patient shares with a caregiver before renewing it. */
export const maxCareDays = 366
export const maxThreadNoteLength = 300
/** Browsers that show push notifications of one record, and for how long after the last sign-in there. */
export const maxPushBrowsers = 10
export const pushDays = 365
/** Why the patient closes the account, or why the clinic does not. */
export const maxClosureNote = 1000
/** The days in which an access request is answered, and by which it may be extended once (45 CFR 164.524(b)(2)). */
export const accessDays = 30
/** The days before the last one on which admins are reminded of it. */
export const accessReminders = [15, 5, 1] as const

/** How long a contact-form message is kept. */
export const contactDays = 90
/** Per person in one project; the oldest draft is removed. */
export const maxDrafts = 20
export const draftSaveDelayMs = 2_000
export const draftSaveEveryMs = 10_000
