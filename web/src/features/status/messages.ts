import type { SitePart } from '@fornix/contract'
import { t } from '../../platform/language/t.ts'

/** The name of a part, and what its failure means for the reader. */
const parts: Record<SitePart, { name: string; down: string }> = {
  records: {
    name: t('Sign-in and records'),
    down: t('You cannot sign in, book, or see your records right now. Nothing is lost.'),
  },
  files: {
    name: t('Files and forms'),
    down: t('Files cannot be opened or uploaded right now. The files you sent before are safe.'),
  },
  images: { name: t('Scan images'), down: t('Images cannot be opened right now. Your scans are safe.') },
  email: { name: t('Email'), down: t('Emails from the portal, such as links to reset a password, may be late.') },
}

export const messages = {
  title: t('System status'),
  allWork: t('Everything is working.'),
  someDown: t('Some parts of the portal are not working right now. We are on it.'),
  unreachable: t('The portal cannot be reached right now. Please try again in a few minutes.'),
  call: (phone: string) => t('If you have a visit soon or a question that cannot wait, call {phone}.', { phone }),
  works: t('Working'),
  isDown: t('Not working'),
  checked: (time: string) => t('Last checked at {time}. This page updates automatically.', { time }),
  list: t('Parts of the portal'),
  parts,
}
