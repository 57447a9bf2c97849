import { fileSentences } from '@fornix/contract'
import { unsupportedTypeError } from '../base/errors.ts'
import type { UnsupportedType } from './types/unsupported-type.ts'

/** 415, with the message for bad content in a file of the right type, or else the call's own. */
export const refusedType = ({ refusal }: UnsupportedType, wrongType: string) =>
  unsupportedTypeError(refusal.sentence ? fileSentences[refusal.sentence] : wrongType)
