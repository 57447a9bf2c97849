import type { Audience } from '@fornix/contract'

/** Messages between tabs of one browser: a sign-out applies to all of them, and a sign-in ends the previous user's session. */
export type TabMessage =
  | { kind: 'signed-out'; audience: Audience; reason: 'logout' | 'idle' }
  | { kind: 'signed-in'; signIn: string }

const channel = new BroadcastChannel('fornix-session')

export const postToTabs = (message: TabMessage) => channel.postMessage(message)

export const onTabMessage = (handle: (message: TabMessage) => void) => {
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => handle(data)
}
