import { type OpeningHours, weekdays } from '@fornix/contract'

const clock = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const shown = `${hour % 12 || 12}:${String(minute).padStart(2, '0')}`
  return hour === 24 ? 'midnight' : `${shown} ${hour < 12 ? 'am' : 'pm'}`
}
const list = new Intl.ListFormat('en-US')

const daysText = (days: number[]) => {
  const key = days.join('')
  if (key === '12345') return 'on weekdays'
  if (key === '1234567') return 'every day'
  return `on ${list.format(days.map((day) => `${weekdays[day - 1]}s`))}`
}

/** The session hours as the end of a sentence: "on weekdays between 10:00 am and 3:00 pm". Empty if there are no hours. */
export const sessionHours = (hours: readonly OpeningHours[]) => {
  const timesOf = Map.groupBy(hours, ({ weekday }) => weekday)
  const daysOf = Map.groupBy([...timesOf.keys()].sort(), (day) =>
    list.format((timesOf.get(day) ?? []).map(({ from, to }) => `between ${clock(from)} and ${clock(to)}`)),
  )
  return [...daysOf].map(([times, days]) => `${daysText(days)} ${times}`).join(', and ')
}
