import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Expects a link with this name that leads to that address. */
export const expectLink = (within: Pick<Locator, 'getByRole'>, name: string | RegExp, address: string) =>
  expect.element(within.getByRole('link', { name })).toHaveAttribute('href', address)
