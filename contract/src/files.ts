/** `plain-pdf` is a PDF that can only be read: no scripts, no attachments, nothing that starts a program. */
export const fileTypes = ['pdf', 'png', 'jpeg', 'svg', 'zip', 'docx', 'plain-pdf'] as const
export type FileType = (typeof fileTypes)[number]
