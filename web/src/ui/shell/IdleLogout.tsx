import { idleMs, idleWarningMs, keepAlive } from '@fornix/contract'
import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { idleFor, noteActivity, startActivity } from '../../platform/base/activity.ts'
import { messages } from '../../platform/base/messages.ts'
import { send } from '../../platform/calls/api.ts'
import { endSession } from '../../platform/session/session.tsx'
import { AlertDialog } from '../dialog/AlertDialog.tsx'

const keepAliveEveryMs = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const spokenAt = [60, 30, 10]
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
const stillThere = () => {
  send(keepAlive, {}).catch(() => {
    // A lost session shows itself at the next call that matters; a lost network ends when it is back.
  })
}

/** Seconds until the sign-out once the warning is due, else undefined; signs out itself. */
const useCountdown = () => {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    let active = false
    const look = () => {
      const idle = idleFor()
      if (idle >= idleMs) endSession('idle')
      else setLeft(idle >= idleMs - idleWarningMs ? Math.ceil((idleMs - idle) / 1000) : undefined)
    }
    const note = () => {
      active = true
      noteActivity()
    }
    // Told at the end of a minute: so the server's time of the last activity is never before ours.
    const tell = () => {
      if (active && idleFor() < idleMs - idleWarningMs) stillThere()
      active = false
    }
    startActivity()
    for (const sign of signs) document.addEventListener(sign, note, { capture: true, passive: true })
    document.addEventListener('visibilitychange', look)
    const timers = [setInterval(look, 1000), setInterval(tell, keepAliveEveryMs)]
    return () => {
      for (const sign of signs) document.removeEventListener(sign, note, { capture: true })
      document.removeEventListener('visibilitychange', look)
      timers.forEach(clearInterval)
    }
  }, [])
  const stay = () => {
    startActivity()
    setLeft(undefined)
    stillThere()
  }
  return { left, stay }
}

/** Warns after 18 minutes without typing or pointing in any tab, signs out after 20, and tells the server of activity. */
export const IdleLogout = () => {
  const { left, stay } = useCountdown()
  const spoken = spokenAt.findLast((seconds) => left !== undefined && left <= seconds)
  if (left === undefined) return null
  return (
    <AlertDialog title={messages.idle.title} onEscape={stay}>
      <Text>
        {messages.idle.before}
        <Text span fw={700} aria-hidden className="tabular">
          {clock(left)}
        </Text>
        <VisuallyHidden component="span">{messages.idle.spoken}</VisuallyHidden>.
      </Text>
      <VisuallyHidden role="status">{spoken === undefined ? '' : messages.idle.left(spoken)}</VisuallyHidden>
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={() => endSession('logout')}>
          {messages.idle.leave}
        </Button>
        <Button data-autofocus onClick={stay}>
          {messages.idle.stay}
        </Button>
      </Group>
    </AlertDialog>
  )
}
