/** DRILL_SHARE=0.1 does a tenth of everything, while one works on a drill. */
const share = Number(process.env.DRILL_SHARE ?? 1)

export const times = (count: number) => Math.max(1, Math.round(count * share))
