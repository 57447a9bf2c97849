/** A file waiting to be sent, read when its turn comes; or one already known not to be sendable. */
export type Waiting = { name: string; size: number; read: () => Promise<Blob> }
export type Choice = Waiting | { name: string; problem: string }
export type Chosen = { choices: Choice[]; leftOut: number }
