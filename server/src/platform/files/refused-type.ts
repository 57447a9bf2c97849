import { fileSentences } from '@fornix/contract'
import { unsupported } from '../base/errors.ts'
import type { UnsupportedType } from './types/unsupported-type.ts'

/** 415, with the sentence of what is wrong inside a file of a right type, or else that of the call. */
export const refusedType = ({ refusal }: UnsupportedType, wrongType: string) =>
  unsupported(refusal.sentence ? fileSentences[refusal.sentence] : wrongType)
