import { grouped } from '../../platform/base/grouped.ts'

const files = (count: number) => (count === 1 ? '1 file' : `${grouped(count)} files`)
const megabytes = (bytes: number) => (bytes / 1024 / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 })

/** The texts of the page for sending scans. If the server refuses a file, its own sentence says why. */
export const messages = {
  title: 'Upload scans',
  subtitle: 'DICOM files from a disc, a folder, or a zip file',
  drop: 'Drag a folder, files, or a zip file here',
  hint: 'Each file is checked, then filed with the patient whose MRN and date of birth match.',
  chooseFolder: 'Choose a folder',
  chooseFiles: 'Choose files or a zip file',
  folderInput: 'A folder of DICOM files',
  filesInput: 'DICOM files or a zip file',
  stay: 'Stay at this computer. After 20 minutes without activity, you are signed out and the upload stops. Files already uploaded are kept.',
  looking: 'Checking your files…',
  nothing: 'No files to upload were found.',
  sending: 'Uploading',
  paused: 'Paused',
  progress: 'Upload progress',
  filesDone: (done: number, all: number) => `${grouped(done)} of ${files(all)}`,
  bytesSent: (sent: number, all: number) => `${megabytes(sent)} of ${megabytes(all)} MB`,
  refusedSoFar: (count: number) => `${files(count)} refused so far`,
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  lineTrouble:
    'The connection dropped, but no files were lost. The upload continues automatically when you are back online.',
  serverTrouble: 'The server cannot accept files right now, but no files were lost. Resume in a moment.',
  doneTitle: 'Upload results',
  /** `duplicates`: how many of the stored ones were here before. */
  done: (stored: number, duplicates: number, refused: number) => {
    const parts = [
      ...(stored > duplicates || duplicates === 0 ? [`${files(stored - duplicates)} stored`] : []),
      ...(duplicates > 0 ? [`${files(duplicates)} already here`] : []),
      ...(refused > 0 ? [`${files(refused)} refused`] : []),
    ]
    return `${parts.join(', ')}.`
  },
  leftOut: (count: number) =>
    `${files(count)} skipped because they contain no images, such as a disc index (DICOMDIR) or hidden files.`,
  studies: 'Studies',
  refused: 'Refused files',
  columns: { date: 'Date', type: 'Scan Type', patient: 'Patient', images: 'Images' },
  states: {
    nobody: 'No patient has the MRN in the file. An admin will decide who it belongs to.',
    several: 'Several patients have the MRN in the file. An admin will decide who it belongs to.',
    birth_date:
      'The date of birth does not match the patient’s, or the patient’s details were entered after it arrived. An admin will decide who it belongs to.',
    name: 'The name does not match the patient’s. An admin will decide who it belongs to.',
    unproven: 'It has no birth date or full name to compare. An admin will decide who it belongs to.',
    issuer: 'Its MRN comes from another issuer. An admin will decide who it belongs to.',
    changed: 'Its MRN, name, or date of birth has changed. An admin will decide who it belongs to.',
    undone: 'Its match to a patient was undone. An admin will decide who it belongs to.',
    rejected: 'An admin rejected this study.',
  },
  decide: 'Review unmatched scans',
  studiesFailed: 'The files are stored, but their studies could not be listed. Please try again.',
  reason: (sentence: string, count: number) => `${sentence} (${files(count)})`,
  retry: (count: number) => `Try ${files(count)} again`,
  more: 'Upload more',
  notDicom: 'This is not a DICOM file.',
  unreadable: 'This file could not be read. It may have been moved or changed.',
  unreadableInZip: 'This file could not be unpacked because the zip file is damaged.',
  cancelled: 'Not uploaded because you canceled.',
  leave: {
    title: 'Files are still uploading',
    text: 'If you leave now, files that are not uploaded yet are skipped. Files already uploaded are kept.',
    stay: 'Keep uploading',
    leave: 'Leave',
  },
} as const
