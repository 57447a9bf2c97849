const counted = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

/** What is said to staff of a day by which something is due. */
export const daysLeftWords = (days: number) =>
  days < 0 ? `Overdue by ${counted(-days)}` : days === 0 ? 'Due today' : `${counted(days)} left`
