import { useLocalStorage } from '@mantine/hooks'
import { oneOf } from '../../platform/base/one-of.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** How dense table rows are; remembered in this browser, for all its tables. */
export const useDensity = () =>
  useLocalStorage<Density>({
    key: 'fornix-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (text) => oneOf(densities, text) ?? 'comfortable',
  })
