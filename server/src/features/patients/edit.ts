import { contactRules, editableBy, isoDay, longText, StaffPatient, staffRules } from '@fornix/contract'
import { emailKey } from '../../clinic/records/email-key.ts'
import { fieldChanges, plain, same } from '../../clinic/records/field-changes.ts'
import { ageFrom } from '../../clinic/records/patient-record.ts'
import { forbidden, invalidFieldsError } from '../../platform/base/errors.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { PatientRecord } from './record.ts'

const rules = { ...contactRules, ...staffRules }
type Name = keyof typeof rules
type Values = { [K in Exclude<Name, 'notes'>]: ReturnType<(typeof rules)[K]['parse']> }
/** An edit's changes: only fields that differ from the record, already checked. `notes` are the new ones. */
export type Changes = Partial<Values> & { notes?: string[] }

// Not compared: the server keeps the history, the version has its own check, notes are only added, the rest is not part of this call.
const skipped = new Set(['version', 'status_history', 'notes'])
/** The patient's identity: signatures and scans rely on it. The address is the way into the patient's account. */
const identity = ['first_name', 'last_name', 'dob', 'email']

/** See `fieldChanges`: faults are thrown here (400); `refuse` throws 403 and is called once the edit is known not to be stale. */
export const changesIn = (
  body: Record<string, unknown>,
  record: PatientRecord,
  seen: { notes?: StaffPatient['notes'] },
  user: Caller,
  seesMedical: boolean,
) => {
  // A user who does not see the indication has nothing to change it from.
  const writable = new Set(editableBy(user.role).filter((name) => seesMedical || name !== 'indication'))
  const names = Object.keys(StaffPatient.shape).map((name) => [name, undefined])
  const { changes, faults, refused } = fieldChanges({
    body,
    current: { ...Object.fromEntries(names), ...seen, project: user.project },
    rules,
    writable,
    skipped,
    isEcho: (name, value) => name === 'email' && emailKey(String(value)) === emailKey(record.email),
  })

  if (user.caregiver)
    for (const name of identity)
      if (name in changes || name in faults) faults[name] = 'Only the patient or the clinic can change this.'

  if (body['notes'] !== undefined && !(plain(body['notes']) === '' && !writable.has('notes'))) {
    const notes = writable.has('notes') ? newNotes(body['notes'], seen.notes ?? [], faults) : null
    if (notes === null) refused.push('notes')
    else if (notes.length > 0) changes['notes'] = notes
  }
  // A name sent with another choice, or none, stays where the choice gives no name.
  if (changes['provider_id'] !== undefined && body['physician_name'] !== undefined)
    changes['physician_name'] ??= record.physician_name
  // The chosen physician decides the name, even if the choice is only echoed.
  if (changes['provider_id'] === undefined && plain(body['provider_id']) !== '') delete changes['physician_name']
  // A form may show the age that follows from the date of birth it sends.
  const dob = changes['dob']
  const isDerived = typeof dob === 'string' && same(body['age'], ageFrom(isoDay(dob)))
  if (Object.keys(faults).length > 0) throw invalidFieldsError(faults)
  return {
    changes: changes as Changes,
    refuse: () => {
      if (refused.some((name) => name !== 'age' || !isDerived)) throw forbidden('field')
    },
  }
}

/** The notes to append, or null if an existing one was changed or left out: notes are never overwritten. */
const newNotes = (sent: unknown, existing: StaffPatient['notes'], faults: Record<string, string>) => {
  const list = rules.notes.safeParse(sent)
  if (!list.success) {
    faults['notes'] = list.error.issues[0]?.message ?? 'Please check what you entered.'
    return []
  }
  if (!existing.every((note, index) => same(note, list.data[index]))) return null
  const added = list.data
    .slice(existing.length)
    .map((note) => longText().safeParse(typeof note === 'string' ? note : note.text))
  const fault = added.find((text) => !text.success)
  if (fault?.error) faults['notes'] = fault.error.issues[0]?.message ?? 'Please check what you entered.'
  return added.flatMap((text) => (text.success && text.data !== '' ? [text.data] : []))
}

/** `MM-DD-YYYY` as the database writes days. */
export const dayOf = (dob: string | null) => (dob === null ? null : isoDay(dob))
