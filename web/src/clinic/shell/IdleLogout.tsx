import { idleMs, idleWarningMs, keepAlive } from '@fornix/contract'
import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { correctIdle, idleFor, idleForSure, noteActivity, startActivity } from '../../platform/base/activity.ts'
import { send } from '../../platform/calls/api.ts'
import { idleAtServer } from '../../platform/calls/server-idle.ts'
import { endSession, requestLogout } from '../../platform/session/session.tsx'
import { AlertDialog } from '../../ui/dialog/AlertDialog.tsx'
import { messages } from './messages.ts'

const keepAliveEveryMs = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const spokenAt = [60, 30, 10]
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
const stillThere = () => {
  send(keepAlive, {}).catch(() => {
    // A lost session shows at the next call that matters; a lost network is handled when it is back.
  })
}

/**
 * The clock says that the time is over, but the machine may have slept, or the clock was changed. The server knows, give or take the minute
 * between two reports to it; without its response the session ends, since by now anybody may be at the machine.
 */
const staysOpen = async () => {
  const idle = await idleAtServer().catch(() => Number.POSITIVE_INFINITY)
  const most = Math.max(idleForSure(), idle + keepAliveEveryMs)
  if (most < idleMs) correctIdle(most)
  else endSession('idle')
  return most < idleMs
}

/** Seconds until the sign-out once the warning is due, else undefined, or that the server is being asked; signs out on its own. */
const useCountdown = () => {
  const [left, setLeft] = useState<number | 'asking'>()
  useEffect(() => {
    let active = false
    let isAsking = false
    const askServer = async () => {
      isAsking = true
      setLeft('asking')
      if (!(await staysOpen())) return
      isAsking = false
      look()
    }
    const look = () => {
      const idle = idleFor()
      if (idleForSure() >= idleMs) endSession('idle')
      else if (isAsking) return
      else if (idle >= idleMs) void askServer()
      else setLeft(idle >= idleMs - idleWarningMs ? Math.ceil((idleMs - idle) / 1000) : undefined)
    }
    const note = () => {
      active = true
      noteActivity()
    }
    // Sent at the end of a minute, so that the server's last activity is never earlier than ours. After a sleep it was long ago.
    const sendKeepAlive = () => {
      if (active && idleFor() < 2 * keepAliveEveryMs) stillThere()
      active = false
    }
    startActivity()
    for (const sign of signs) document.addEventListener(sign, note, { capture: true, passive: true })
    document.addEventListener('visibilitychange', look)
    const timers = [setInterval(look, 1000), setInterval(sendKeepAlive, keepAliveEveryMs)]
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

/** Warns after 18 minutes without typing or pointer movement in any tab, signs out after 20, and reports activity to the server. */
export const IdleLogout = () => {
  const { left, stay } = useCountdown()
  if (left === 'asking')
    return (
      <AlertDialog key="asking" tone="information" title={messages.idle.asking} covers>
        <Text>{messages.idle.wait}</Text>
      </AlertDialog>
    )
  const spoken = spokenAt.findLast((seconds) => left !== undefined && left <= seconds)
  if (left === undefined) return null
  return (
    <AlertDialog tone="question" title={messages.idle.title} onEscape={stay}>
      <Text>
        {messages.idle.before}
        <Text span fw={700} aria-hidden className="tabular">
          {clock(left)}
        </Text>
        <VisuallyHidden component="span">{messages.idle.spoken}</VisuallyHidden>.
      </Text>
      <VisuallyHidden role="status">{spoken === undefined ? '' : messages.idle.left(spoken)}</VisuallyHidden>
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={requestLogout}>
          {messages.idle.leave}
        </Button>
        <Button data-autofocus onClick={stay}>
          {messages.idle.stay}
        </Button>
      </Group>
    </AlertDialog>
  )
}
