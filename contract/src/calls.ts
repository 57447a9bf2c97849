import { type Call, isCall } from './call.ts'
import * as features from './features.ts'

/** Every call of the product, by name. */
export const calls: Record<string, Call> = Object.fromEntries(
  Object.entries<unknown>(features).filter((entry): entry is [string, Call] => isCall(entry[1])),
)
