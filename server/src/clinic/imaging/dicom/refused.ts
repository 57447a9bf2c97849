/** Why an instance is refused; the sentence is for its sender. */
const reasons = {
  not_dicom: 'This is not a DICOM file.',
  no_header: 'It has no DICOM file header, so its format is unknown.',
  truncated: 'The file ends too early: a part of it is missing.',
  transfer_syntax: 'It is written in a transfer syntax that is not supported.',
  uids: 'Its study, series, or instance UID is missing or malformed.',
  no_pixels: 'It describes an image, but its pixels are missing.',
  too_many_frames: 'It has more frames than the archive accepts.',
  too_complex: 'Its header is larger or more complex than the archive accepts.',
  unreadable: 'Its header is damaged and cannot be read.',
  values: 'Its header contains values that the archive cannot store.',
  too_large: 'It is larger than the archive accepts.',
  other_bytes: 'The archive has another file under the same instance UID.',
  other_study: 'It belongs to a different study than the one it was sent to.',
  other_patient: 'The archive has this study under another patient ID.',
  other_project: 'This study cannot be stored in this project.',
  other_birth_date: 'Its date of birth differs from the rest of its study.',
} as const
export type RefusalReason = keyof typeof reasons

export class DicomRefused extends Error {
  readonly reason: RefusalReason
  /** What was refused, if its head could be read. */
  instance?: { study: string; instance: string; sopClass: string }
  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reasons[reason], options)
    this.name = 'DicomRefused'
    this.reason = reason
  }
}
