import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LeavingLine } from './LeavingLine.tsx'

test('a page that takes a while to come is announced by a line, until it is there', async () => {
  const { promise, resolve } = Promise.withResolvers<null>()
  const router = createMemoryRouter([
    {
      element: (
        <>
          <LeavingLine />
          <Outlet />
        </>
      ),
      children: [
        { path: '/', element: <Link to="/slow">Go</Link> },
        { path: '/slow', loader: () => promise, element: <p>There</p> },
      ],
    },
  ])
  await render(<RouterProvider router={router} />)
  const line = () => document.querySelector('.busy-line')
  expect(line()).toBeNull()
  await page.getByRole('link', { name: 'Go' }).click()
  await expect.poll(line).not.toBeNull()
  resolve(null)
  await expect.element(page.getByText('There')).toBeVisible()
  expect(line()).toBeNull()
})
