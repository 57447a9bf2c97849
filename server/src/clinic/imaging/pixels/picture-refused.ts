import { ApiError } from '../../../platform/base/errors.ts'

const elsewhere = 'Download the scan to open it in another program.'
/** Why a stored image is not drawn; the sentence is for whoever wants to see it. */
const reasons = {
  none: `This file holds no picture. ${elsewhere}`,
  video: `This is a video, which cannot be played here. ${elsewhere}`,
  compression: `This image is compressed in a way that cannot be shown here. ${elsewhere}`,
  form: `This image is stored in a form that cannot be shown here. ${elsewhere}`,
  too_large: `This image is too large to be shown here. ${elsewhere}`,
  damaged: `This image is damaged and cannot be shown. ${elsewhere}`,
} as const
export type PictureRefusal = keyof typeof reasons

export class PictureRefused extends ApiError {
  readonly reason: PictureRefusal
  constructor(reason: PictureRefusal) {
    super(422, `picture_${reason}`, reasons[reason])
    this.reason = reason
  }
}
