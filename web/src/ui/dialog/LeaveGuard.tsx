import { useEffect, useEffectEvent, useState } from 'react'
import { useBlocker } from 'react-router'
import { beforeEnding, type Ending } from '../../platform/base/before-leaving.ts'
import { messages } from '../../platform/base/messages.ts'
import { lazyDialog } from './lazy-dialog.tsx'
import { endingTexts, type LeaveTexts, leaveTexts, leaveUnsaved, onUnsavedChange } from './unsaved.ts'

type Props = { texts: LeaveTexts | undefined; onClose: () => void; onLeave: () => void }
const Question = lazyDialog<Props>(
  async () => {
    const { DiscardQuestion } = await import('./DiscardQuestion.tsx')
    return ({ texts, ...answers }) => texts && <DiscardQuestion texts={texts} {...answers} />
  },
  { texts: undefined },
)

type Answer = (mayLeave: boolean) => void

/** Whoever pressed Log Out and walked away must not stay signed in behind a question. */
const logoutAnswerMs = 60_000

/** Asks before somebody leaves a page with something unsaved. The only one: a router holds a single blocker. */
export const LeaveGuard = () => {
  const [texts, setTexts] = useState<LeaveTexts>()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const from = currentLocation.pathname + currentLocation.search
    return from !== nextLocation.pathname + nextLocation.search && leaveTexts() !== undefined
  })
  const [asked, setAsked] = useState<{ ending: Ending; answer: Answer }>()
  useEffect(
    () =>
      beforeEnding(
        async (ending) =>
          !endingTexts(ending) || (await new Promise<boolean>((answer) => setAsked({ ending, answer }))),
      ),
    [],
  )
  const isAsking = blocker.state === 'blocked' || asked !== undefined
  const isLogout = asked?.ending.kind === 'logout'
  const finish: Answer = (mayLeave) => {
    if (mayLeave) blocker.proceed?.()
    else blocker.reset?.()
    asked?.answer(mayLeave)
    setAsked(undefined)
  }
  const follow = useEffectEvent(() => {
    const now = asked ? endingTexts(asked.ending) : leaveTexts()
    setTexts(now && isLogout ? { ...now, text: `${now.text} ${messages.logOutSoon}` } : now)
    // It was saved meanwhile, and the page may say more about it. Who logged out may be gone by now.
    if (!now) finish(isLogout)
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
  const logOutAnyway = useEffectEvent(() => finish(true))
  useEffect(() => {
    if (!isLogout) return
    const timer = setTimeout(() => logOutAnyway(), logoutAnswerMs)
    return () => clearTimeout(timer)
  }, [isLogout])
  const leave = () => {
    // The drafts that are saved outlive the session.
    if (!isLogout) leaveUnsaved()
    finish(true)
  }
  return <Question texts={isAsking ? texts : undefined} onClose={() => finish(false)} onLeave={leave} />
}
