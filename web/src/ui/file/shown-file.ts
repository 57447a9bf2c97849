/** `file_type` is what the server detected in the bytes, not what the name says. */
export type ShownFile = { file_id: string; file_name: string; file_type: string | null }

// An image element runs no script that the file contains.
export const pictures: Record<string, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
}

/** Whether a file of this type can be shown on the page. */
export const canShow = ({ file_type }: ShownFile) => file_type === 'pdf' || (file_type ?? '') in pictures
