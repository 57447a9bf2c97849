import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is at least this wide (`48em`), from the first paint on; a page rendered without a window counts as wide. */
export const useAtLeast = (width: string) =>
  useMediaQuery(`(min-width: ${width})`, true, { getInitialValueInEffect: false })
