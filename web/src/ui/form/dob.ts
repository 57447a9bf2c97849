import { dob } from '@fornix/contract'

export type DobParts = { month: string; day: string; year: string }

export const partsOf = (value: string | null | undefined): DobParts => {
  const [month = '', day = '', year = ''] = value?.split('-') ?? []
  return { month, day, year }
}

/** `MM-DD-YYYY` from three selects, or what is wrong with that day; null if none is selected, and no message while incomplete. */
export const dobOf = ({ month, day, year }: DobParts): { value: string | null; problem?: string | undefined } => {
  if (!month && !day && !year) return { value: null }
  // A form must not save the previous day while the new one is unfinished: the rules reject this text.
  const value = `${month}-${day}-${year}`
  const problem = month && day && year ? dob.safeParse(value).error?.issues[0]?.message : undefined
  return { value, problem }
}
