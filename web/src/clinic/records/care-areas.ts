import { type CareArea, careAreaNames } from '@fornix/contract'
import { translated } from '../../platform/language/t.ts'

/** What a caregiver may do, in the reader's language. */
export const areaNames = (areas: readonly CareArea[]) => areas.map((area) => translated(careAreaNames[area]))
