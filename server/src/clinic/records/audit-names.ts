/** Actors without a record: visitors before a sign-in, and the portal's own jobs. */
export const nobody: Record<string, string> = { visitor: 'Someone not signed in', system: 'The portal' }

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
/** The eight DICOM digits as a day; empty if they are none. */
export const studyDayName = (digits: string) => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? []
  return year ? longDay.format(Date.UTC(Number(year), Number(month) - 1, Number(day))) : ''
}
