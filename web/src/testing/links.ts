import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** A link with this name is there and leads to that address. */
export const expectLink = (within: Pick<Locator, 'getByRole'>, name: string | RegExp, address: string) =>
  expect.element(within.getByRole('link', { name })).toHaveAttribute('href', address)
