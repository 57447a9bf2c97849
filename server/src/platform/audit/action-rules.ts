import { type AuditKind, keysOf } from '@fornix/contract'

/** What an action means for the record that its row names; the functions below say what each is. */
type RecordAccess = 'reading' | 'preview' | 'incidental' | 'work' | 'request' | 'neutral' | 'none'

type Meaning = {
  access: RecordAccess
  /** What a patient reads about it, or null if the patient's own log leaves it out. */
  words?: string | null
  /** Other words for admins. */
  staff?: string
  /** Nothing was done or shown. */
  isRefusal?: true
  /** Its object is text for people: a reason, a number, a day. */
  hasText?: true
}
type More = Omit<Meaning, 'access' | 'words'>
type ForStaff = More & { staff: string }

/** Declared beside the code that does it, under the filter under which admins find it, and collected in `server/src/features.ts`. */
export type ActionsByKind = { readonly [Kind in AuditKind]?: Readonly<Record<string, Meaning>> }
export type ActionIn<Actions> = Actions extends ActionsByKind
  ? { [Kind in keyof Actions]: keyof Actions[Kind] & string }[keyof Actions]
  : never

const accessOf = (access: RecordAccess) => (words: string, more?: More) => ({ access, words, ...more })
/** Shows something of a record that somebody chose. */
export const reading = accessOf('reading')
/** Shows something of many records: counts only for who reads many at once. */
export const preview = accessOf('preview')
/** Shows something of a record that nobody chose: counts only if the record was merged with another one. */
export const incidental = accessOf('incidental')
/** Explains why this user opened the record. */
export const work = accessOf('work')
/** Comes from the patient, or arrives, and explains why anyone opened the record; work if staff do it. */
export const request = accessOf('request')
/** Names a record, but neither shows it nor explains why it was opened. */
export const neutral = (...[words, more]: [words: string, more?: More] | [words: null, more: ForStaff]): Meaning => ({
  access: 'neutral',
  words,
  ...more,
})
/** Never names a record. */
export const noRecord = (words: ForStaff): Meaning => ({ access: 'none', ...words })

export type ActionRules = Meaning & { kind: AuditKind }
/** By their names. */
export type AuditActions = Readonly<Record<string, ActionRules>>

export const actionsByName = (...declared: readonly ActionsByKind[]): AuditActions =>
  Object.fromEntries(
    declared.flatMap((byKind) =>
      keysOf(byKind).flatMap((kind) =>
        Object.entries(byKind[kind] ?? {}).map(([action, meaning]) => [action, { ...meaning, kind }]),
      ),
    ),
  )

export const actionsWith = (actions: AuditActions, isWanted: (rules: ActionRules) => boolean) =>
  Object.entries(actions).flatMap(([action, rules]) => (isWanted(rules) ? [action] : []))
export const actionsExcept = (actions: AuditActions, isWanted: (rules: ActionRules) => boolean) =>
  actionsWith(actions, (rules) => !isWanted(rules))

export const wordsForStaff = (actions: AuditActions, action: string) => {
  const rules = actions[action]
  return rules?.staff ?? rules?.words ?? action
}
