export type FileKind = 'document' | 'authorization_form' | 'reimbursement' | 'email_attachment'

/** What a file's encryption is bound to: bytes moved to another project, patient, file or kind do not open. */
export type FileIdentity = { project_id: string; patient_id: string; file_id: string; kind: FileKind }

/** A JSON list, so that no two lists of parts give the same bytes. */
export const boundTo = (...parts: (string | number)[]) => Buffer.from(JSON.stringify(['fornix', ...parts]))

export const fileAad = ({ project_id, patient_id, file_id, kind }: FileIdentity) =>
  boundTo('file', project_id, patient_id, file_id, kind)
