import { t } from '../../platform/language/t.ts'

/** The texts of the scan pages. Sentences of the specification are word for word. */
export const messages = {
  title: (firstName: string) => t("{firstName}'s Scans", { firstName }),
  titleUnknown: t('Scans'),
  mrn: t('Medical record number (MRN)'),
  noMrn: t('not assigned yet'),
  columns: {
    date: t('Date'),
    time: t('Time'),
    type: t('Scan Type'),
    source: t('Source'),
    access: t('View Access'),
    actions: t('Actions'),
  },
  sorted: { desc: t('Newest first'), asc: t('Oldest first') },
  empty: t('No scan data available ..'),
  emptyHint: t('Scans appear here after a visit.'),
  toAppointments: (cared: string) => (cared ? t('Appointments') : t('Your appointments')),
  fetchFailed: t('Failed to fetch Scans. Please try again.'),
  count: (total: number) => t('{total, plural, one {# scan} other {# scans}}', { total }),
  request: t('Request Access'),
  requestNamed: (day: string) => t('Request Access to the scan of {day}', { day }),
  formNotShared: (firstName: string) =>
    t('To request access, you also need “Visits and forms”. {firstName} can share it with you.', { firstName }),
  signAgain: t('The text of the authorization form has changed. Please read and sign the new one.'),
  sign: t('Sign the new form'),
  signNamed: (day: string) => t('Sign the new form for the scan of {day}', { day }),
  view: t('Open viewer'),
  viewNamed: (day: string) => t('Open viewer with the scan of {day}', { day }),
  download: t('Download images'),
  downloadNamed: (day: string) => t('Download images of the scan of {day}', { day }),
  downloadStop: t('Stop the download'),
  downloadFailed: t('The images could not be downloaded. Please try again.'),
  failure: t('Oh Snap!'),
  ok: t('Ok'),
  newTab: t('opens in a new tab'),
  noImages: t('No images yet'),
  access: { yes: t('Yes'), no: t('No') },
  undated: t('No date'),
  scanOf: (day: string) => t('Scan of {day}', { day }),
  pictureOf: (day: string) => t('A picture from the scan of {day}', { day }),
  open: t('Open images'),
  release: t('Let the clinic share the images'),
  releaseNamed: (day: string) => t('Let the clinic share the images of the scan of {day}', { day }),
  openNamed: (day: string) => t('Open images of the scan of {day}', { day }),
  newest: (day: string, cared: string) => {
    if (cared) return day ? t('Scan of {day}', { day }) : t('Scan')
    return day ? t('Your scan of {day}', { day }) : t('Your scan')
  },
  first: (cared: string) => (cared ? t('First scan') : t('Your first scan')),
  toScans: (cared: string) => (cared ? t('See all scans') : t('See your scans')),
  course: {
    label: t('Steps of this scan'),
    states: { done: t('Done:'), current: t('Now:'), ahead: t('Later:'), stopped: t('Now:') },
    steps: {
      booked: t('Booked'),
      scanned: t('Scanned'),
      storing: t('Storing images'),
      ready: t('Images ready'),
      requested: t('Access requested'),
      open: t('Images available to you'),
      until: t('Available until'),
      opened: t('Images were available to you'),
      declined: t('Access declined'),
      revoked: t('Access revoked'),
      ended: t('Access ended'),
    },
    answerBy: (day: string) => t('We will answer by {day} at the latest.', { day }),
    moreTime: t('We need more time to answer the request.'),
    late: (day: string) => t('Our answer was due on {day}. It is late, and we are sorry.', { day }),
    askClinic: t('We gave our reason to the person who asked. To learn more, ask the clinic.'),
    reason: (reason: string) => t('The clinic wrote: {reason}', { reason }),
    who: {
      you: (cared: string) => (cared ? t('{name} or you:', { name: cared }) : t('You:')),
      clinic: () => t('The clinic:'),
    },
    next: {
      booked: (day: string) => t('Come to the visit on {day}. The scan will appear here afterward.', { day }),
      storing: t('We are storing the images. You can already request access.'),
      storingOpen: t('We are storing the images. There is nothing you need to do.'),
      request: t('Request access to see the images. You sign a form, and we usually answer within 2-3 business days.'),
      pending: (day: string) =>
        day
          ? t('We usually answer within 2-3 business days, and by {day} at the latest.', { day })
          : t('We usually answer within 2-3 business days.'),
      wait: t('There is nothing you need to do.'),
      late: t('Please send us a message, and we will look into it.'),
      open: (day: string) => t('Open or download the images until {day}.', { day }),
      openAlways: t('Open or download the images at any time.'),
      again: t('Request access again, or send us a message if you have questions.'),
      ended: t('Request access again to see the images.'),
    },
  },
  appeal: {
    title: t('What you can do'),
    form: t('Request access again and sign the form again.'),
    review: t(
      'You can ask for a review. Another licensed health professional, who had no part in this decision, will look at it again. To ask for a review, send us a message.',
    ),
    clinic: t('You can file a complaint with the clinic:'),
    clinicUnknown: t('You can file a complaint with the clinic. Send us a message.'),
    office: t(
      'You can file a complaint with the Office for Civil Rights of the U.S. Department of Health and Human Services within 180 days:',
    ),
  },
  upload: t('Upload scans'),
  back: t('Back to Patient List'),
} as const

export const titleOf = ({ first_name }: { first_name: string }) =>
  first_name ? messages.title(first_name) : messages.titleUnknown
