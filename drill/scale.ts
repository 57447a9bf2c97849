/** DRILL_SHARE=0.1 does a tenth of everything, while one works on a drill. */
const share = Number(process.env.DRILL_SHARE ?? 1)

export const times = (count: number) => Math.max(1, Math.round(count * share))

/** DRILL_FAULT='leader hangs,etcd' breaks nothing else of the cluster, and DRILL_TIMES=20 each thing so many times. */
export const isWanted = (fault: string) =>
  (process.env.DRILL_FAULT ?? '').split(',').some((part) => fault.includes(part))
export const repeats = Number(process.env.DRILL_TIMES ?? 1)
