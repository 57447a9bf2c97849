import { ApiError } from '../../../platform/base/errors.ts'

/** Why a stored document is not shown; the sentence is for whoever wants to read it. */
const reasons = {
  none: 'This file holds no document that can be shown. Download the scan to open it in another program.',
  active:
    'This document could do more than be read, so it is not shown here. Download the scan to open it in another program.',
  damaged: 'This document is damaged and cannot be shown. Download the scan to open it in another program.',
  too_large: 'This document is too large to be shown here. Download the scan to open it in another program.',
} as const

export class DocumentRefused extends ApiError {
  constructor(reason: keyof typeof reasons, options?: ErrorOptions) {
    super(422, `document_${reason}`, reasons[reason])
    this.cause = options?.cause
  }
}
