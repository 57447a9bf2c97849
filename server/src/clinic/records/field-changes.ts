import type { z } from 'zod'

const empty = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && value.length === 0)
export const plain = (value: unknown) => (empty(value) ? '' : typeof value === 'string' ? value.trim() : value)
const sorted = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Object && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Forms turn numbers into text and nothing into an empty text, so these count as the same. */
export const same = (one: unknown, other: unknown) => {
  const [a, b] = [plain(one), plain(other)]
  return typeof a === 'object' || typeof b === 'object' ? sorted(a) === sorted(b) : String(a) === String(b)
}

/** The version that an edit was made from; absent in clients that do not keep it. */
export const isStale = (sent: unknown, now: number) =>
  sent !== undefined && sent !== null && sent !== '' && Number(sent) !== now

/** Whether a save would overwrite a change saved since the form was opened, with `from`; repeating the same save would not. */
export const wouldOverwrite = ({ from, current, wanted }: { from: unknown; current: unknown; wanted: unknown }) =>
  from !== undefined && !same(from, current) && !same(wanted, current)

type Edit = {
  body: Record<string, unknown>
  /** The record as this caller reads it; a name that it lacks is not a field and is ignored. */
  current: Record<string, unknown>
  rules: Record<string, z.ZodType>
  writable: ReadonlySet<string>
  /** Fields that are checked elsewhere. */
  skipped: ReadonlySet<string>
  /** Other spellings of an unchanged value. */
  isEcho?: (name: string, value: unknown) => boolean
}

/**
 * Compares the input with what this caller reads.
 * Unchanged values are accepted, even those that a form would refuse by now.
 * `faults` are the errors for changed values that break their rule, `refused` the changed fields that this caller may not write.
 */
export const fieldChanges = ({ body, current, rules, writable, skipped, isEcho }: Edit) => {
  const changes: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  const refused: string[] = []
  for (const [name, sent] of Object.entries(body)) {
    if (skipped.has(name) || sent === undefined || !Object.hasOwn(current, name)) continue
    const value = name === 'dob' && sent instanceof Object && 'date' in sent ? sent.date : sent
    if (same(value, current[name]) || isEcho?.(name, value)) continue
    const rule = writable.has(name) && Object.hasOwn(rules, name) ? rules[name] : undefined
    if (!rule) {
      refused.push(name)
      continue
    }
    const checked = rule.safeParse(value)
    if (!checked.success) faults[name] = checked.error.issues[0]?.message ?? 'Please check what you entered.'
    else if (!same(checked.data, current[name])) changes[name] = checked.data
  }
  return { changes, faults, refused }
}
