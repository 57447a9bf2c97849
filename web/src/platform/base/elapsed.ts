/** A moment on both of a device's clocks. */
export type Moment = { wall: number; steady: number }

export const moment = (): Moment => ({ wall: Date.now(), steady: performance.now() })

/** Milliseconds since then. The wall clock may have been set back, and the steady one may stop while the device sleeps. */
export const elapsedSince = ({ wall, steady }: Moment) => Math.max(Date.now() - wall, performance.now() - steady)
