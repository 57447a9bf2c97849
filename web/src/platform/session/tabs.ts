import type { Audience } from '@fornix/contract'

/** What tabs of one browser tell each other: a sign-out here is a sign-out everywhere. */
export type TabMessage = { kind: 'signed-out'; audience: Audience; reason: 'logout' | 'idle' }

const channel = new BroadcastChannel('fornix-session')

export const tellTabs = (message: TabMessage) => channel.postMessage(message)

export const onTabMessage = (handle: (message: TabMessage) => void) => {
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => handle(data)
}

// Only says that asking the server for a session is worth a request; it is worth nothing itself.
const hint = 'fornix-signed-in'
export const signedInHint = {
  set: () => localStorage.setItem(hint, '1'),
  clear: () => localStorage.removeItem(hint),
  given: () => localStorage.getItem(hint) !== null,
}
