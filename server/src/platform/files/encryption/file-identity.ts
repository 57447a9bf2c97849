export type FileKind = 'document' | 'authorization_form' | 'reimbursement' | 'email_attachment' | 'dicom_instance'

/**
 * What a file's encryption is bound to: bytes moved to another project, patient, file or kind do not open. A DICOM instance
 * arrives before anybody knows whose it is, and may be assigned to somebody else later: it stands under `nobody`.
 */
export type FileIdentity = { project_id: string; patient_id: string; file_id: string; kind: FileKind }

export const nobody = '00000000-0000-0000-0000-000000000000'

/** A JSON list, so that no two lists of parts give the same bytes. */
export const boundTo = (...parts: (string | number)[]) => Buffer.from(JSON.stringify(['fornix', ...parts]))

export const fileAad = ({ project_id, patient_id, file_id, kind }: FileIdentity) =>
  boundTo('file', project_id, patient_id, file_id, kind)
