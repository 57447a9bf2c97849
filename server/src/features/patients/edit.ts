import { contactRules, editableBy, longText, StaffPatient, staffRules } from '@fornix/contract'
import { emailKey } from '../../platform/email-key.ts'
import { forbidden, invalid } from '../../platform/errors.ts'
import { ageFrom } from '../../platform/patient-record.ts'
import type { Caller } from '../../platform/session.ts'
import type { PatientRecord } from './record.ts'

const rules = { ...contactRules, ...staffRules }
type Name = keyof typeof rules
type Values = { [K in Exclude<Name, 'notes'>]: ReturnType<(typeof rules)[K]['parse']> }
/** What an edit changes: only fields that differ from the record, already checked. `notes` are the new ones. */
export type Changes = Partial<Values> & { notes?: string[] }

const isRule = (name: string): name is Name => Object.hasOwn(rules, name)
const empty = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && value.length === 0)
const plain = (value: unknown) => (empty(value) ? '' : typeof value === 'string' ? value.trim() : value)
/** Forms turn numbers into text and nothing into an empty text, so these count as the same. */
const same = (one: unknown, other: unknown) => {
  const [a, b] = [plain(one), plain(other)]
  return typeof a === 'object' || typeof b === 'object' ? sorted(a) === sorted(b) : String(a) === String(b)
}
const sorted = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Object && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

// Not compared: the server keeps the history, the version is checked on its own, notes grow, the rest is not of this call.
const skipped = new Set(['version', 'status_history', 'notes'])
const isoDay = (text: string) => text.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$1-$2')

/**
 * Compares what was sent with what this caller reads. Unchanged values are accepted as they are, even those that a form
 * would refuse by now; a changed value must follow its rule (400, thrown here). `refuse` throws
 * 403 when a field changed that this caller does not write; it is asked once the edit is known not to be a stale one.
 */
export const changesIn = (body: Record<string, unknown>, record: PatientRecord, seen: object, user: Caller) => {
  const writable = new Set(editableBy(user.role))
  const current: Record<string, unknown> = { ...seen, project: user.project }
  const known = new Set([...Object.keys(StaffPatient.shape), 'project'])
  const changes: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  const refused: string[] = []

  for (const [name, sent] of Object.entries(body)) {
    if (skipped.has(name) || sent === undefined || !known.has(name)) continue
    const value = name === 'dob' && sent instanceof Object && 'date' in sent ? sent.date : sent
    if (same(value, current[name]) || (name === 'email' && emailKey(String(value)) === emailKey(record.email))) continue
    if (!writable.has(name) || !isRule(name)) {
      refused.push(name)
      continue
    }
    const checked = rules[name].safeParse(value)
    if (!checked.success) faults[name] = checked.error.issues[0]?.message ?? 'Invalid input.'
    else if (!same(checked.data, current[name])) changes[name] = checked.data
  }

  if (body['notes'] !== undefined && !(empty(body['notes']) && !writable.has('notes'))) {
    const notes = writable.has('notes') ? newNotes(body['notes'], record.notes, faults) : null
    if (notes === null) refused.push('notes')
    else if (notes.length > 0) changes['notes'] = notes
  }
  // Who is chosen decides the name, also when the choice is only echoed.
  if (changes['provider_id'] === undefined && plain(body['provider_id']) !== '') delete changes['physician_name']
  // A form may show the age that follows from the day of birth it is sending.
  const dob = changes['dob']
  const isDerived = typeof dob === 'string' && same(body['age'], ageFrom(isoDay(dob)))
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return {
    changes: changes as Changes,
    refuse: () => {
      if (refused.some((name) => name !== 'age' || !isDerived)) throw forbidden('field')
    },
  }
}

/** The notes to append, or null when one that exists was changed or left out: notes are never overwritten. */
const newNotes = (sent: unknown, existing: PatientRecord['notes'], faults: Record<string, string>) => {
  const list = rules.notes.safeParse(sent)
  if (!list.success) {
    faults['notes'] = list.error.issues[0]?.message ?? 'Invalid input.'
    return []
  }
  if (!existing.every((note, index) => same(note, list.data[index]))) return null
  const added = list.data
    .slice(existing.length)
    .map((note) => longText().safeParse(typeof note === 'string' ? note : note.text))
  const fault = added.find((text) => !text.success)
  if (fault?.error) faults['notes'] = fault.error.issues[0]?.message ?? 'Invalid input.'
  return added.flatMap((text) => (text.success && text.data !== '' ? [text.data] : []))
}

/** `MM-DD-YYYY` as the database writes days. */
export const dayOf = (dob: string | null) => (dob === null ? null : isoDay(dob))
