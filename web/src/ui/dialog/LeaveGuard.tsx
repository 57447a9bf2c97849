import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { beforeSwitching } from '../../platform/base/before-leaving.ts'
import { lazyDialog } from './lazy-dialog.tsx'
import { firstUnsaved, type LeaveTexts, type Unsaved } from './unsaved.ts'

type Props = { texts: LeaveTexts | undefined; onClose: () => void; onLeave: () => void }
const Question = lazyDialog<Props>(
  async () => {
    const { DiscardQuestion } = await import('./DiscardQuestion.tsx')
    return ({ texts, ...answers }) => texts && <DiscardQuestion texts={texts} {...answers} />
  },
  { texts: undefined },
)

type Switch = { unsaved: Unsaved; answer: (mayLeave: boolean) => void }

/** Asks before somebody leaves a page with something unsaved. The only one: a router holds a single blocker. */
export const LeaveGuard = () => {
  const blocked = useRef<Unsaved>(undefined)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const from = currentLocation.pathname + currentLocation.search
    if (from === nextLocation.pathname + nextLocation.search) return false
    blocked.current = firstUnsaved()
    return blocked.current !== undefined
  })
  const [switching, setSwitching] = useState<Switch>()
  useEffect(
    () =>
      beforeSwitching(async () => {
        const unsaved = firstUnsaved()
        return !unsaved || (await new Promise<boolean>((answer) => setSwitching({ unsaved, answer })))
      }),
    [],
  )
  const unsaved = blocker.state === 'blocked' ? blocked.current : switching?.unsaved
  const finish = (mayLeave: boolean) => {
    if (mayLeave) blocker.proceed?.()
    else blocker.reset?.()
    switching?.answer(mayLeave)
    setSwitching(undefined)
  }
  const leave = () => {
    unsaved?.onLeave?.()
    finish(true)
  }
  return <Question texts={unsaved?.texts} onClose={() => finish(false)} onLeave={leave} />
}
