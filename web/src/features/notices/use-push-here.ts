import { addPush, keepPush, removePush } from '@fornix/contract'
import { useEffect, useState } from 'react'
import { send, useSend } from '../../platform/calls/api.ts'
import { StoppedWaiting, useOnlineWait } from '../../platform/calls/waiting.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { currentSubscription, pushObstacle, subscribe } from '../../platform/http/push.ts'
import { messages } from './messages.ts'
import { hideUnchanged, showUnchanged } from './unchanged.ts'

/** Tells the server at a sign-in whose browser this is now; says whether push notifications of the record come here. */
export const keepPushHere = async () => {
  const subscription = await currentSubscription()
  if (!subscription) return false
  return (await send(keepPush, { body: { endpoint: subscription.endpoint } })).on
}

/** Whether push notifications come to this browser, and how to change that. */
export const usePushHere = (key: string) => {
  const [isOn, setIsOn] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [obstacle, setObstacle] = useState(pushObstacle)
  const add = useSend(addPush)
  const remove = useSend(removePush)
  const { waitOnline } = useOnlineWait({ left: 'noticesUnchanged' })
  useEffect(() => {
    if (key) keepPushHere().then(setIsOn, () => undefined)
  }, [key])

  const change = async (work: () => Promise<boolean>, failed: string) => {
    setIsBusy(true)
    setProblem('')
    hideUnchanged()
    try {
      setIsOn(await work())
    } catch (error) {
      if (error instanceof StoppedWaiting) showUnchanged()
      else setProblem(failureSentence(error, failed, isForReader))
    }
    setIsBusy(false)
  }

  const turnOn = async () => {
    const subscription = await subscribe(key)
    setObstacle(pushObstacle())
    if (!subscription) setProblem(messages.device.notAllowed)
    else await add.mutateAsync({ body: subscription })
    return subscription !== null
  }
  const turnOff = async () => {
    await waitOnline(() => undefined)
    const subscription = await currentSubscription()
    if (subscription) await remove.mutateAsync({ body: { endpoint: subscription.endpoint } })
    return false
  }
  return {
    isOn,
    isBusy,
    obstacle,
    problem: obstacle ? '' : problem,
    turnOn: (then: () => Promise<void>) =>
      change(async () => {
        const isNowOn = await turnOn()
        // It is on, even if what follows fails.
        setIsOn(isNowOn)
        if (isNowOn) await then()
        return isNowOn
      }, messages.device.failed),
    turnOff: () => change(turnOff, messages.device.stillOn),
  }
}
