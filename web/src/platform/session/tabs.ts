import type { Audience } from '@fornix/contract'

/**
 * What tabs of one browser tell each other: a sign-out here is a sign-out everywhere, and a sign-in ends the session of whoever was there.
 */
export type TabMessage =
  | { kind: 'signed-out'; audience: Audience; reason: 'logout' | 'idle' }
  | { kind: 'signed-in'; signIn: string }

const channel = new BroadcastChannel('fornix-session')

export const tellTabs = (message: TabMessage) => channel.postMessage(message)

export const onTabMessage = (handle: (message: TabMessage) => void) => {
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => handle(data)
}
