import { Box } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import type { BarsProps } from './Bars.tsx'
import { heightOf } from './chart-height.ts'

const Drawn = lazyPart(async () => (await import('./Bars.tsx')).Bars)

/** The chart, once its code has loaded: sentence, table and file come first. */
export const Bars = (props: BarsProps) => (
  <Suspense fallback={<Box h={heightOf(props)} />}>
    <Drawn {...props} />
  </Suspense>
)
