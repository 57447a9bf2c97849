export type FileKind = 'document' | 'authorization_form' | 'reimbursement' | 'email_attachment' | 'dicom_instance'

/**
 * What a file's encryption is bound to: bytes moved to another project, patient, file or kind do not open. A DICOM instance arrives before
 * its patient is known, and may be reassigned later: it is bound to `nobody`.
 */
export type FileIdentity = {
  project_id: string
  patient_id: string
  /** The record that the file was stored for, if it was later merged into that of `patient_id`. */
  bound_patient_id?: string | null
  file_id: string
  kind: FileKind
}

export const nobody = '00000000-0000-0000-0000-000000000000'

/** A JSON list, so that two different lists never give the same bytes. */
export const boundTo = (...parts: (string | number)[]) => Buffer.from(JSON.stringify(['fornix', ...parts]))

/** The record that encryption and seals are bound to, wherever the row is now. */
export const boundRecord = ({ patient_id, bound_patient_id }: Pick<FileIdentity, 'patient_id' | 'bound_patient_id'>) =>
  bound_patient_id ?? patient_id

export const fileAad = (file: FileIdentity) =>
  boundTo('file', file.project_id, boundRecord(file), file.file_id, file.kind)
