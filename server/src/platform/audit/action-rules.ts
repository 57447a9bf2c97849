import type { AuditKind } from '@fornix/contract'

/** What an action means for the record that its row names. */
type RecordAccess =
  /** Shows something of a record that somebody chose. */
  | 'reading'
  /** Shows something of many records: counts only for who reads many at once. */
  | 'preview'
  /** Shows something of a record that nobody chose: counts only if the record was merged with another one. */
  | 'incidental'
  /** Explains why this user opened the record. */
  | 'work'
  /** Comes from the patient, or arrives, and explains why anyone opened the record; work if staff do it. */
  | 'request'
  /** Names a record, but neither shows it nor explains why it was opened. */
  | 'neutral'
  /** Never names a record. */
  | 'none'

/** `words` are what a patient reads about it, or null if the patient's own log leaves it out; `staff` are other words for admins. */
type ActionWords =
  | { access: 'none'; words?: undefined; staff: string }
  | { access: 'neutral'; words: null; staff: string }
  | { access: Exclude<RecordAccess, 'none'>; words: string; staff?: string }

export type ActionRules = ActionWords & {
  /** The filter under which admins find it. */
  kind: AuditKind
  /** Nothing was done or shown. */
  isRefusal?: true
  /** Its object is text for people: a reason, a number, a day. */
  hasText?: true
}

/** Declared beside the code that does it, and collected in `server/src/features.ts`. */
export type AuditActions = Readonly<Record<string, ActionRules>>

export const actionsWith = (actions: AuditActions, isWanted: (rules: ActionRules) => boolean) =>
  Object.entries(actions).flatMap(([action, rules]) => (isWanted(rules) ? [action] : []))
export const actionsExcept = (actions: AuditActions, isWanted: (rules: ActionRules) => boolean) =>
  actionsWith(actions, (rules) => !isWanted(rules))

export const wordsForStaff = (actions: AuditActions, action: string) => {
  const rules = actions[action]
  return rules?.staff ?? rules?.words ?? action
}
