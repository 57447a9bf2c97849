import { dob } from '@fornix/contract'

export type DobParts = { month: string; day: string; year: string }

export const partsOf = (value: string | null | undefined): DobParts => {
  const [month = '', day = '', year = ''] = value?.split('-') ?? []
  return { month, day, year }
}

/** `MM-DD-YYYY` of three choices, or what is wrong with that day; null when none is made, and no word while incomplete. */
export const dobOf = ({ month, day, year }: DobParts): { value: string | null; problem?: string | undefined } => {
  if (!month && !day && !year) return { value: null }
  // A form must not save the day before while the new one is unfinished: the rules refuse the text as it stands.
  const value = `${month}-${day}-${year}`
  const problem = month && day && year ? dob.safeParse(value).error?.issues[0]?.message : undefined
  return { value, problem }
}
