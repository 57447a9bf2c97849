import { ApiError } from '../../../platform/base/errors.ts'

/** Why a stored document is not shown; the sentence is for the reader. */
const reasons = {
  none: 'This file contains no document that can be shown. Download the scan to open it in another program.',
  active:
    'This document contains active parts, such as scripts, so it is not shown here. Download the scan to open it in another program.',
  damaged: 'This document is damaged and cannot be shown. Download the scan to open it in another program.',
  too_large: 'This document is too large to be shown here. Download the scan to open it in another program.',
} as const

export class DocumentRefused extends ApiError {
  constructor(reason: keyof typeof reasons, options?: ErrorOptions) {
    super(422, `document_${reason}`, reasons[reason])
    this.cause = options?.cause
  }
}
