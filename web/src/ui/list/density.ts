import { useLocalStorage } from '@mantine/hooks'
import { oneOf } from '../../platform/base/one-of.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** How close the rows of tables stand; remembered in this browser, for all its tables. */
export const useDensity = () =>
  useLocalStorage<Density>({
    key: 'fornix-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (text) => oneOf(densities, text) ?? 'comfortable',
  })
