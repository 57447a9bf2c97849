import { ApiError } from '../../../platform/base/errors.ts'

/** Why a stored image is not drawn; the sentence is for the viewer. */
const reasons = {
  none: 'This file contains no picture. Download the scan to open it in another program.',
  video: 'This is a video, which cannot be played here. Download the scan to open it in another program.',
  compression:
    'This image is compressed in a way that cannot be shown here. Download the scan to open it in another program.',
  form: 'This image is stored in a form that cannot be shown here. Download the scan to open it in another program.',
  too_large: 'This image is too large to be shown here. Download the scan to open it in another program.',
  damaged: 'This image is damaged and cannot be shown. Download the scan to open it in another program.',
} as const
export type PictureRefusal = keyof typeof reasons

export class PictureRefused extends ApiError {
  readonly reason: PictureRefusal
  constructor(reason: PictureRefusal) {
    super(422, `picture_${reason}`, reasons[reason])
    this.reason = reason
  }
}
