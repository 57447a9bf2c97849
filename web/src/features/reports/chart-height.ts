type Of = { rows: readonly unknown[]; horizontal?: boolean }

/** Known before the chart loads, so that nothing moves when it appears. */
export const heightOf = ({ rows, horizontal = false }: Of) => (horizontal ? rows.length * 34 + 40 : 260)
