import { t } from '../../platform/language/t.ts'

export const messages = {
  page: (page: number, pages: number) => t('Page {page} of {pages}', { page, pages }),
  morePages: (pages: number) => t('This file has {pages} pages. Download it to see them all.', { pages }),
  cannotShow: t('This file cannot be shown here. Please download it.'),
  download: t('Download'),
  close: t('Close'),
} as const
