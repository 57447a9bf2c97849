import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dayMs, siteDay } from '@fornix/contract'
import { expect, type Page, test } from '@playwright/test'
import { type Opening, type Place, walkPlaces } from './dialog-walk.ts'
import { follow } from './follow.ts'
import { watchCalls } from './loaded.ts'
import { signInAdmin, signInOperator, signInPatient } from './people.ts'

const button = (name: RegExp | string) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
const at = (address: string) => (page: Page) => follow(page, address)

/** What asks before it deletes begins where nothing is lost. */
const keeps = /^(Cancel|Keep)/
const own: Opening = { file: 'clinic/shell/AccountItems.tsx', opener: button(/Account menu/) }

const ofVisitor: Place[] = [
  {
    go: (page) => page.goto('/navbar'),
    has: [
      { file: 'features/gallery/ControlSamples.tsx', opener: button('Show a message'), begins: /^Okay$/ },
      { file: 'clinic/documents/UploadModal.tsx', opener: button('Upload a file'), begins: /^Browse File$/ },
    ],
  },
  {
    go: (page) => page.goto('/verify'),
    has: [{ file: 'clinic/shell/PublicHeader.tsx', opener: button('Open menu'), isNarrow: true }],
  },
]

const ofPatient: Place[] = [
  {
    go: at('/account'),
    has: [
      own,
      { file: 'features/accounts/SessionsCard.tsx', opener: button('Sign out everywhere'), begins: keeps },
      { file: 'features/caregivers/CareDialog.tsx', opener: button(/^Change what Maria/) },
      { file: 'features/caregivers/CareDialog.tsx', opener: button('Invite someone'), asks: true },
      { file: 'features/caregivers/CaregiversCard.tsx', opener: button(/^Remove access: Maria/), begins: keeps },
      { file: 'features/accounts/CloseAccountDialog.tsx', opener: button('Ask to close my account'), asks: true },
    ],
  },
  {
    go: at('/patient/appointment'),
    has: [
      { file: 'features/appointments/AppointmentsPanel.tsx', opener: button(/^Cancel appointment/), begins: keeps },
    ],
  },
  {
    go: at('/patient/reimbursement'),
    has: [
      { file: 'features/reimbursements/ClaimDrawer.tsx', opener: button('Add Reimbursement') },
      { file: 'features/reimbursements/ClaimDrawer.tsx', opener: button(/^Answer: Lunch/) },
      { file: 'ui/file/FileModal.tsx', opener: button(/^View the receipt for Taxi/) },
    ],
  },
  {
    go: at('/files'),
    has: [
      { file: 'ui/file/FileModal.tsx', opener: button('View Headache diary.svg') },
      { file: 'features/documents/PatientDocuments.tsx', opener: button('Delete Headache diary.svg'), begins: keeps },
    ],
  },
]

const ofCaregiver: Place[] = [
  {
    go: at('/account'),
    has: [own, { file: 'features/caregivers/OwnCare.tsx', opener: button(/^Stop/), begins: keeps }],
  },
]

const selectAna = (page: Page) => page.getByRole('checkbox', { name: /^Select Ana/ }).check()

/** A weekday that nobody has booked yet. */
const laterDay = () => {
  const later = new Date(Date.now() + 20 * dayMs)
  later.setUTCHours(17)
  while ([0, 6].includes(later.getUTCDay())) later.setUTCDate(later.getUTCDate() + 1)
  return siteDay(later, 'America/New_York')
}

const ofLists: Place[] = [
  {
    go: async () => {},
    has: [
      own,
      { file: 'features/palette/PaletteModal.tsx', opener: button(/^Jump to/) },
      { file: 'features/palette/HelpModal.tsx', opener: button('Add Patient'), key: '?' },
      { file: 'features/feedback/FeedbackModal.tsx', opener: button(/Account menu/), via: /feedback/i },
      { file: 'features/patients/ColumnChoice.tsx', opener: button('Columns') },
      { file: 'features/saved-views/ViewItems.tsx', opener: button('Views') },
      { file: 'features/saved-views/ManageViews.tsx', opener: button('Views'), via: /Save or delete/ },
      { file: 'features/invites/InviteDialog.tsx', opener: button('Add Patient'), asks: true },
      { file: 'ui/form/ExportDialog.tsx', opener: button('Export CSV'), asks: true },
      { file: 'features/patients/PatientMenuItems.tsx', opener: button('Actions for Ana Rivera') },
      {
        file: 'features/patients/DeletePatient.tsx',
        opener: button('Actions for Ana Rivera'),
        via: /Delete/,
        begins: keeps,
      },
      { file: 'clinic/shell/StaffShell.tsx', opener: button('Open menu'), isNarrow: true },
    ],
  },
  {
    go: selectAna,
    has: [
      { file: 'clinic/records/BulkDialog.tsx', opener: button('Set status') },
      { file: 'clinic/records/BulkDialog.tsx', opener: button('Assign physician') },
      { file: 'clinic/records/BulkDialog.tsx', opener: button('Email') },
    ],
  },
  {
    go: at('/workQueue'),
    has: [{ file: 'features/work-queue/AssignDialog.tsx', opener: button(/^Assign or set a due date: Ben/) }],
  },
  {
    go: at(`/daySheet?date=${laterDay()}`),
    has: [{ file: 'features/appointments/BookDialog.tsx', opener: button(/^Book /) }],
  },
]

const openRecord = async (page: Page) => {
  await follow(page, '/operatorPatientlist?searchQuery=rivera')
  await page.getByRole('link', { name: /Ana/ }).click()
  await page.getByRole('heading', { name: 'Ana Rivera' }).waitFor()
}
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click()

const ofRecord: Place[] = [
  {
    go: openRecord,
    has: [{ file: 'features/patients/PatientMenuItems.tsx', opener: button('Actions for Ana Rivera') }],
  },
  {
    go: tab('Scan'),
    has: [{ file: 'clinic/scans/ScanQuality.tsx', opener: button('Check details'), begins: /^Series/ }],
  },
  {
    go: tab('Email'),
    has: [
      { file: 'features/emails/TemplatePicker.tsx', opener: button('Use a template') },
      { file: 'features/emails/DocumentPicker.tsx', opener: button('Attach from record') },
      { file: 'features/emails/SentModal.tsx', opener: button(/^Thank you for your visit/) },
      { file: 'features/emails/EmailTab.tsx', opener: button('New email'), isNarrow: true },
    ],
  },
  {
    go: async (page) => {
      await tab('Messages')(page)
      await page.getByRole('link', { name: /Contact lenses/ }).click()
      await page.getByRole('region', { name: 'Contact lenses' }).waitFor()
    },
    has: [{ file: 'features/care-messages/StaffThread.tsx', opener: button(/^Close/), asks: true }],
  },
  {
    go: tab('Reimbursement'),
    has: [
      {
        file: 'features/reimbursements/PatientReimbursements.tsx',
        opener: button(/^Delete One night/),
        begins: keeps,
      },
      { file: 'features/reimbursements/ClaimDrawer.tsx', opener: button(/^Edit One night/) },
    ],
  },
  {
    go: tab('Caregivers'),
    has: [{ file: 'features/caregivers/PatientCaregivers.tsx', opener: button(/^Remove access/), begins: keeps }],
  },
]

const ofAdmin: Place[] = [
  {
    go: openRecord,
    has: [
      { file: 'features/notifications/BellMenu.tsx', opener: button(/^Notifications/) },
      { file: 'features/special-care/MarkDialog.tsx', opener: button('Special care') },
    ],
  },
  {
    go: at('/adminScanRequests'),
    has: [{ file: 'features/scan-access/DecisionModal.tsx', opener: button(/^Revoke access for /) }],
  },
  {
    go: at('/unmatchedScans'),
    has: [
      { file: 'features/unmatched-studies/DecisionModal.tsx', opener: button(/^Choose patient for the scan of /) },
      { file: 'features/unmatched-studies/DecisionModal.tsx', opener: button(/^Reject the scan of /) },
    ],
  },
  {
    go: at('/auditLog'),
    has: [{ file: 'features/audit-log/EntryDetails.tsx', opener: button(/^Details/), begins: /^Close$/ }],
  },
  {
    go: at('/unusualReading'),
    has: [{ file: 'features/unusual-access/DecideDialog.tsx', opener: button(/^Decide: /) }],
  },
  {
    go: at('/emailTemplates'),
    has: [{ file: 'features/email-templates/AddTemplate.tsx', opener: button('Add a template') }],
  },
  {
    go: at('/scheduling'),
    has: [{ file: 'features/appointments/ScannerDialog.tsx', opener: button('Add scanner') }],
  },
  {
    go: at('/operatorList'),
    has: [
      { file: 'features/invites/InviteDialog.tsx', opener: button('Add Provider') },
      { file: 'features/providers/DeleteProvider.tsx', opener: button('Delete Beatriz Almeida'), begins: keeps },
    ],
  },
]

/** Asks for something, and changes nothing: these read, keep the session, or note for oneself that something was seen. */
const reads = /\/(get_\w+|(?:fill|preview)_email_template|keep_alive|refresh|scan_quality|seen|set_patient_session)\b/

/** Opens all, and sends nothing that changes what others see. */
const walkAll = async (page: Page, places: Place[]) => {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!['GET', 'HEAD'].includes(request.method()) && !reads.test(pathname))
      sent.push(`${request.method()} ${pathname}`)
  })
  await walkPlaces(page, places)
  expect(sent).toEqual([])
}

test('what a visitor opens takes the focus, keeps it, and gives it back', async ({ page }) => {
  watchCalls(page)
  await walkAll(page, ofVisitor)
})
test('what a patient opens takes the focus, keeps it, and gives it back', async ({ page }) => {
  await signInPatient(page, 'ana.rivera@northside.example')
  await walkAll(page, ofPatient)
})
test('what a caregiver opens takes the focus, keeps it, and gives it back', async ({ page }) => {
  await signInPatient(page, 'maria.rivera@northside.example')
  await walkAll(page, ofCaregiver)
})
test('what staff open in their lists takes the focus, keeps it, and gives it back', async ({ page }) => {
  await signInOperator(page, 'nurse@northside.example', '/operatorPatientlist?searchQuery=rivera')
  await walkAll(page, ofLists)
})
test('what staff open in a record takes the focus, keeps it, and gives it back', async ({ page }) => {
  await signInOperator(page, 'nurse@northside.example', '/workQueue')
  await walkAll(page, ofRecord)
})
test('what an admin opens takes the focus, keeps it, and gives it back', async ({ page }) => {
  await signInAdmin(page, 'superadmin@northside.example')
  await walkAll(page, ofAdmin)
})

/** What the demo's data does not lead to; the web tests of these open them. */
const notWalked = [
  // Follow a decision, a merge, a deletion, or a request that nobody has made.
  'clinic/records/BulkResults.tsx',
  'features/accounts/ClosureNotice.tsx',
  'features/emergency-access/ActsDialog.tsx',
  'features/emergency-access/EmergencyDialog.tsx',
  'features/emergency-access/ReviewDialog.tsx',
  'features/patients/RestorePatient.tsx',
  'features/record-merge/UndoDialog.tsx',
  'features/two-step/recovery/RecoveriesCard.tsx',
  'features/unmatched-studies/ContradictionQuestion.tsx',
  // Need a second scanner, second step, or second person to act for, a template or receipt of one's own, a visit at its time.
  'clinic/shell/ActingBanner.tsx',
  'features/appointments/ScannerItems.tsx',
  'features/appointments/ScannersCard.tsx',
  'features/appointments/StartDialog.tsx',
  'features/email-templates/TemplateCard.tsx',
  'features/reimbursements/ReimbursementList.tsx',
  'features/two-step/TwoStepCard.tsx',
  // Open by themselves: after 20 minutes, or before a decision where fresh proof is asked for.
  'clinic/shell/IdleLogout.tsx',
  'features/two-step/ProofQuestion.tsx',
  // In the viewer, which has journeys of its own.
  'features/imaging/documents/DocumentModal.tsx',
  'features/imaging/measure/ReportRelease.tsx',
  'features/imaging/measure/SavedMeasurements.tsx',
]

test('every file that draws a dialog, drawer, menu or panel is opened here, or named as one that cannot be', () => {
  const folder = fileURLToPath(new URL('../web/src/', import.meta.url))
  const draws = /<(Modal|Drawer|SideDrawer|Menu|Popover|AlertDialog|ConfirmDialog|DestructiveDialog)[\s>]/
  const drawing = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!\.test)\.tsx$/.test(file) &&
      !file.startsWith('ui/dialog/') &&
      draws.test(readFileSync(folder + file, 'utf8')),
  )
  const places = [ofVisitor, ofPatient, ofCaregiver, ofLists, ofRecord, ofAdmin].flat()
  const walked = new Set(places.flatMap(({ has }) => has.map(({ file }) => file)))
  expect(drawing.filter((file) => !walked.has(file)).sort()).toEqual(notWalked.toSorted())
  expect([...walked].filter((file) => !drawing.includes(file))).toEqual(['features/gallery/ControlSamples.tsx'])
})
