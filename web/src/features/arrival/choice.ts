/** A file that waits to be sent, read when its turn comes; or one of which it is known already that it will not be. */
export type Waiting = { name: string; size: number; read: () => Promise<Blob> }
export type Choice = Waiting | { name: string; problem: string }
export type Chosen = { choices: Choice[]; leftOut: number }
