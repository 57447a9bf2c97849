import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { show, showRoutes } from '../../testing/show.tsx'
import { useUnsaved } from '../edit/use-unsaved.ts'
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
  let guard = Promise.resolve<null>(null)
  const { screen, address } = await showRoutes([{ path: '/list', loader: () => guard, element: <Choices /> }], {
    at: '/list',
  })
  await expect.element(screen.getByRole('button', { name: 'Both' })).toBeVisible()
  const passed = Promise.withResolvers<null>()
  guard = passed.promise
  await screen.getByRole('button', { name: 'Both' }).click()
  expect(address()).toBe('/list')
  passed.resolve(null)
  await expect.poll(address).toBe('/list?status=Withdrawn&order=desc')
  await screen.getByRole('button', { name: 'Neither' }).click()
  await expect.poll(address).toBe('/list?order=desc')
})

const When = ({ param, change }: { param: string; change: Record<string, string> }) => {
  const { filter, set } = useListParams('asc')
  const isThere = filter(param) !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the parameter is drawn
  useEffect(() => {
    if (isThere) set(change)
  }, [isThere])
  return null
}

test('a choice is not lost while the choice before it is being drawn', async () => {
  const element = (
    <>
      <Choices />
      <When param="status" change={{ order: 'desc' }} />
      <When param="status" change={{ patient_type: 'Volunteer' }} />
    </>
  )
  const { address } = await showRoutes([{ path: '/list', element }], { at: '/list?status=Withdrawn' })
  await expect.poll(address).toBe('/list?status=Withdrawn&order=desc&patient_type=Volunteer')
})

const Editing = () => {
  const [dirty, setDirty] = useState(true)
  useUnsaved(dirty)
  const { set } = useListParams('asc')
  return (
    <>
      <button type="button" onClick={() => set({ page: 2 })}>
        Next page
      </button>
      <button type="button" onClick={() => set({ order: 'desc' })}>
        Newest
      </button>
      <button type="button" onClick={() => setDirty(false)}>
        Save
      </button>
    </>
  )
}

test('a choice that somebody took back to go on editing does not come with the next one', async () => {
  const { screen, address } = await show(<Editing />, { at: '/list', role: 'Nurse' })
  await screen.getByRole('button', { name: 'Next page' }).click()
  await screen.getByRole('button', { name: 'Keep editing' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await screen.getByRole('button', { name: 'Newest' }).click()
  await expect.poll(address).toBe('/list?order=desc')
})
