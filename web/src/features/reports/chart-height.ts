import type { BarsProps } from './Bars.tsx'

/** Known before the chart is there, so that nothing moves when it comes. */
export const heightOf = ({ rows, horizontal }: Pick<BarsProps, 'rows' | 'horizontal'>) =>
  horizontal ? rows.length * 34 + 40 : 260
