import { dob } from '@fornix/contract'

export type DobParts = { month: string; day: string; year: string }

export const partsOf = (value: string | null | undefined): DobParts => {
  const [month = '', day = '', year = ''] = value?.split('-') ?? []
  return { month, day, year }
}

/** `MM-DD-YYYY` of three choices; null when none is made; undefined while incomplete or no real day in the past. */
export const dobOf = ({ month, day, year }: DobParts): string | null | undefined => {
  if (!month && !day && !year) return null
  const text = `${month}-${day}-${year}`
  return dob.safeParse(text).success ? text : undefined
}
