export const fileTypes = ['pdf', 'png', 'jpeg', 'svg', 'zip', 'docx'] as const
export type FileType = (typeof fileTypes)[number]
