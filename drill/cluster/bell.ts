import { setTimeout as pause } from 'node:timers/promises'
import { notificationStream } from '../../contract/src/index.ts'
import type { Person } from '../calls.ts'
import type { Browser } from './browser.ts'

/** Listens for news as a page does, and comes back a second after its stream ends. */
export const startBell = (address: string, browser: Browser, somebody: Person, stopping: AbortSignal) => {
  const bell = { isOpen: false, ends: 0 }
  const listen = async () => {
    const headers = { authorization: `Bearer ${await somebody.token()}` }
    const answer = await browser.send(`${address}${notificationStream.path}`, { headers, signal: stopping })
    bell.isOpen = answer.statusCode === 200
    if (answer.statusCode === 401) somebody.signOut()
    for await (const _ of answer) if (stopping.aborted) return
  }
  const work = async () => {
    while (!stopping.aborted) {
      await listen().catch(() => {})
      bell.isOpen = false
      if (!stopping.aborted) bell.ends++
      await pause(1000, undefined, { signal: stopping }).catch(() => {})
    }
  }
  void work()
  return bell
}
