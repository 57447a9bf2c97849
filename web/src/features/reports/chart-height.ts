type Of = { rows: readonly unknown[]; horizontal?: boolean }

/** Known before the chart is there, so that nothing moves when it comes. */
export const heightOf = ({ rows, horizontal = false }: Of) => (horizontal ? rows.length * 34 + 40 : 260)
