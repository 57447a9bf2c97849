import { grouped } from '../../platform/base/grouped.ts'
import { t } from '../../platform/language/t.ts'

export const messages = {
  bulk: {
    close: 'Close',
    undo: 'Undo',
    lines: 'Results',
    refused: (why: string) => `Not done: ${why}`,
    undone: {
      all: (count: number) => `${grouped(count)} ${count === 1 ? 'change' : 'changes'} undone`,
      one: 'Undone',
    },
    result: (done: string, refused: number) => (refused > 0 ? `${done}, ${grouped(refused)} not done` : done),
    failed: 'Something went wrong. Some changes may already be made. Check the list, then try again.',
  },
  finder: {
    hint: 'By name, date of birth, phone, email, patient ID, or MRN',
    alike: 'No exact match. These names sound or are spelled alike.',
    nobodyFound: 'No one found',
    searchFailed: 'The search failed. Please try again.',
    namesFailed: 'The names could not be loaded. Open the list to try again.',
  },
  person: {
    years: (age: number) => t('{age, plural, one {# year} other {# years}}', { age }),
    noDob: t('No date of birth'),
    mrn: (mrn: string) => (/^mrn/i.test(mrn) ? mrn : t('MRN {mrn}', { mrn })),
    noMrn: t('No MRN'),
    sameName: t('Same name'),
    sameNameHint: t('Another patient has the same name. Check the date of birth.'),
  },
  noPatient: {
    title: 'No patient data found',
    hint: 'Choose a patient in the list first.',
    noSuchHint: 'No record has this patient ID. Check the ID, or find the patient in the list.',
    toList: 'Go to Patient List',
    merged: (patient: string) => `This record was merged into ${patient}`,
    mergedHint: 'Both were of the same person. Everything is in one record now.',
    toMerged: (patient: string) => `Open ${patient}`,
    deleted: 'This record was deleted',
    deletedHint:
      'What you see here may be out of date, and nothing more can be saved. Copy what you still need. An admin can restore the record.',
    mergedWhileOpen: 'Nothing more can be saved here. Copy what you were typing, then continue in the other record.',
  },
} as const
