import { z } from 'zod'

/** `plain-pdf` is a PDF that can only be read: no scripts, no attachments, nothing that starts a program. */
export const fileTypes = ['pdf', 'png', 'jpeg', 'svg', 'zip', 'docx', 'plain-pdf'] as const
export type FileType = (typeof fileTypes)[number]

/** What is known of a file's viruses. Unscanned: it came while there was no scanner. */
export const ScanState = z.enum(['unscanned', 'pending', 'clean', 'quarantined'])
export type ScanState = z.output<typeof ScanState>

/** Why a file cannot be opened. */
export const scanSentences = {
  pending: 'This file is still being checked for viruses. Please try again in a few minutes.',
  quarantined: 'A virus was found in this file, so it is locked and nobody can open it.',
} as const
