const counted = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

/** What staff read about a due date. */
export const daysLeftWords = (days: number) =>
  days < 0 ? `Overdue by ${counted(-days)}` : days === 0 ? 'Due today' : `${counted(days)} left`
