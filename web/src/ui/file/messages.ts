export const messages = {
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  morePages: (pages: number) => `This file has ${pages} pages. Download it to see them all.`,
  cannotShow: 'This file cannot be shown here. Please download it.',
  download: 'Download',
  close: 'Close',
} as const
