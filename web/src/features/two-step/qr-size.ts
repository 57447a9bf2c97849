/** Pixels, also of the place that waits for it. */
export const qrSize = 220
