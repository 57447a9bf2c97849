import type { AuditWords } from '../../platform/audit/audit.ts'

/**
 * Rows that the log leaves out: refusals, because nothing was seen and they would tell who tried what elsewhere; the choice
 * of a record, because its opening has a row of its own; and the reading of this log.
 */
export const leftOut = ['refused', 'patient.focus', 'access_log.read']

export const wordsFor = (words: AuditWords, action: string) => words[action] ?? 'Worked with your record'
export const hasWords = (words: AuditWords, action: string) => action in words || leftOut.includes(action)
