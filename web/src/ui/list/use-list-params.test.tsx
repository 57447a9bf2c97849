import { expect, test } from 'vitest'
import { showRoutes } from '../../testing/show.tsx'
import { useListParams } from './use-list-params.ts'

const Choices = () => {
  const { set } = useListParams('asc')
  return (
    <>
      <button
        type="button"
        onClick={() => {
          set({ status: 'Withdrawn' })
          set({ order: 'desc' })
        }}
      >
        Both
      </button>
      <button type="button" onClick={() => set({ status: '' })}>
        Neither
      </button>
    </>
  )
}

test('of two choices before the address has changed none is lost', async () => {
  const guard = () => new Promise<null>((resolve) => setTimeout(resolve, 50, null))
  const { screen, address } = await showRoutes([{ path: '/list', loader: guard, element: <Choices /> }], {
    at: '/list',
  })
  await screen.getByRole('button', { name: 'Both' }).click()
  await expect.poll(address).toBe('/list?status=Withdrawn&order=desc')
  await screen.getByRole('button', { name: 'Neither' }).click()
  await expect.poll(address).toBe('/list?order=desc')
})
