import { getScheduling, type ManagedScanner, orderScanners, removeScanner, setScannerService } from '@fornix/contract'
import { useState } from 'react'
import { refreshCall, useSend } from '../../platform/calls/api.ts'
import { codeOf, failureSentence, refusalOf } from '../../platform/http/failure.ts'
import { messages } from './scanner-messages.ts'

export type Refused = { id: string; sentence: string; hasVisits: boolean }
const refreshes = { refreshes: [getScheduling] }

/** Actions on the scanners in their list; if one is refused, the reason is kept. */
export const useScanners = (scanners: readonly ManagedScanner[]) => {
  const service = useSend(setScannerService, refreshes)
  const order = useSend(orderScanners, refreshes)
  const remove = useSend(removeScanner, refreshes)
  const [refused, setRefused] = useState<Refused>()
  const [done, setDone] = useState('')
  const attempt = async ({ id }: ManagedScanner, work: () => Promise<unknown>, sentence: string) => {
    setRefused(undefined)
    setDone('')
    try {
      await work()
      setDone(sentence)
    } catch (error) {
      // The list behind the refusal must match it.
      if (refusalOf(error)) await refreshCall(getScheduling)
      setRefused({
        id,
        sentence: failureSentence(error, messages.failed),
        hasVisits: codeOf(error) === 'scanner_has_visits',
      })
    }
  }
  return {
    refused,
    done,
    setDone: (sentence: string) => {
      setRefused(undefined)
      setDone(sentence)
    },
    busy: service.isPending || order.isPending,
    remove: ({ id }: ManagedScanner) => remove.mutateAsync({ params: { scanner_id: id } }),
    toggle: (scanner: ManagedScanner) => {
      const { id, name, in_service } = scanner
      return attempt(
        scanner,
        () => service.mutateAsync({ params: { scanner_id: id }, body: { in_service: !in_service } }),
        in_service ? messages.done.closed(name) : messages.done.opened(name),
      )
    },
    move: (scanner: ManagedScanner, by: 1 | -1) => {
      const ids = scanners.map(({ id }) => id)
      const at = ids.indexOf(scanner.id)
      ids.splice(at, 1)
      ids.splice(at + by, 0, scanner.id)
      return attempt(
        scanner,
        () => order.mutateAsync({ body: { scanners: ids } }),
        messages.done.moved(scanner.name, at + by + 1),
      )
    },
  }
}
export type Scanners = ReturnType<typeof useScanners>
