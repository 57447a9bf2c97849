import { useEffect, useEffectEvent, useState } from 'react'
import { useBlocker } from 'react-router'
import { beforeSwitching } from '../../platform/base/before-leaving.ts'
import { lazyDialog } from './lazy-dialog.tsx'
import { type LeaveTexts, leaveTexts, leaveUnsaved, onUnsavedChange } from './unsaved.ts'

type Props = { texts: LeaveTexts | undefined; onClose: () => void; onLeave: () => void }
const Question = lazyDialog<Props>(
  async () => {
    const { DiscardQuestion } = await import('./DiscardQuestion.tsx')
    return ({ texts, ...answers }) => texts && <DiscardQuestion texts={texts} {...answers} />
  },
  { texts: undefined },
)

type Answer = (mayLeave: boolean) => void

/** Asks before somebody leaves a page with something unsaved. The only one: a router holds a single blocker. */
export const LeaveGuard = () => {
  const [texts, setTexts] = useState<LeaveTexts>()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const from = currentLocation.pathname + currentLocation.search
    return from !== nextLocation.pathname + nextLocation.search && leaveTexts() !== undefined
  })
  const [switching, setSwitching] = useState<{ answer: Answer }>()
  useEffect(
    () =>
      beforeSwitching(async () => !leaveTexts() || (await new Promise<boolean>((answer) => setSwitching({ answer })))),
    [],
  )
  const isAsking = blocker.state === 'blocked' || switching !== undefined
  const finish: Answer = (mayLeave) => {
    if (mayLeave) blocker.proceed?.()
    else blocker.reset?.()
    switching?.answer(mayLeave)
    setSwitching(undefined)
  }
  const follow = useEffectEvent(() => {
    const now = leaveTexts()
    setTexts(now)
    // It was saved meanwhile, and the page may say more about it.
    if (!now) finish(false)
  })
  useEffect(() => {
    if (!isAsking) return
    follow()
    const stop = onUnsavedChange(follow)
    return () => {
      stop()
      setTexts(undefined)
    }
  }, [isAsking])
  const leave = () => {
    leaveUnsaved()
    finish(true)
  }
  return <Question texts={isAsking ? texts : undefined} onClose={() => finish(false)} onLeave={leave} />
}
