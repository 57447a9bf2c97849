import type { listFactors, ResponseOf } from '@fornix/contract'
import { useState } from 'react'
import { isUncertain } from '../../platform/http/failure.ts'
import { messages } from './messages.ts'

type List = ResponseOf<typeof listFactors>

/**
 * What became of a change to which no response came back: the list shows a factor that was added, and codes that nobody has seen are made
 * anew.
 */
export const useLostResponse = (list: List | undefined) => {
  const [areCodesLost, setCodesLost] = useState(false)
  const [before, setBefore] = useState<List>()
  const forget = () => {
    setCodesLost(false)
    setBefore(undefined)
  }
  const earlierIds = before?.factors.map(({ factor_id }) => factor_id)
  const isAdded = earlierIds && list?.factors.some(({ factor_id }) => !earlierIds.includes(factor_id))
  const hadCodes = before !== undefined && before.recovery_left > 0
  const sentenceOfAdded = hadCodes ? messages.addedAnyway : messages.addedUnseen
  return {
    sentence: areCodesLost ? messages.lostCodes : isAdded && sentenceOfAdded,
    addingFailed: (error: unknown) => {
      if (isUncertain(error)) setBefore((first) => first ?? list)
    },
    newCodesFailed: (error: unknown) => {
      if (isUncertain(error)) setCodesLost(true)
    },
    /** No codes come with a factor where there are some, also where the lost response had them. */
    added: (codes: string[]) => {
      if (codes.length > 0 || hadCodes) forget()
    },
    forget,
  }
}
